import { defineConfig } from "vite";
import { filmWords, lighter, noFunctions } from "./vite.config.ts";

/** The embed, apart from the playground: a bundle that both shared would bring it what only the playground uses. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [filmWords(), noFunctions()],
  resolve: { alias: lighter },
  build: {
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    // Slower than the default, and smaller.
    minify: "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
    outDir: "dist/embed",
    rollupOptions: { input: { embed: "src/embed.ts" } },
  },
});
