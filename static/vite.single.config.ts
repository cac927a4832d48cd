import { defineConfig } from "vite";
import { notices } from "./notices.ts";
import { alias, catalogues } from "./vite.config.ts";

/** Bundles that must be one file: `SINGLE=still` for the server's drawing engine, `SINGLE=offline` for the film in one HTML file. */
const entry = process.env.SINGLE === "offline" ? "offline" : "still";
const packages = notices(entry);

export default defineConfig({
  publicDir: false,
  plugins: [catalogues(), packages],
  resolve: { alias },
  worker: { plugins: () => [packages.inWorker()] },
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    target: "es2022",
    outDir: "../gradreel/player",
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: `src/entries/${entry}.ts`,
      output: {
        format: entry === "still" ? "iife" : "es",
        codeSplitting: false,
        entryFileNames: `${entry}.js`,
        assetFileNames: `${entry}[extname]`,
      },
    },
  },
});
