import { defineConfig } from "vite";
import { filmWords, lighter } from "./vite.config.ts";

/** Bundles that must be one file: `SINGLE=still` for the server's drawing engine, `SINGLE=offline` for the film in one HTML file. */
const entry = process.env.SINGLE ?? "still";

export default defineConfig({
  publicDir: false,
  plugins: [filmWords()],
  resolve: { alias: lighter },
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    target: "es2022",
    outDir: "dist/single",
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: `src/${entry}.ts`,
      output: {
        format: entry === "still" ? "iife" : "es",
        codeSplitting: false,
        entryFileNames: `${entry}.js`,
        assetFileNames: `${entry}[extname]`,
      },
    },
  },
});
