import { defineConfig } from "vite";
import { alias, fewMethods, filmWords, noFunctions, plainImports } from "./vite.config.ts";

/** The embed, apart from the playground: a bundle that both shared would bring it what only the playground uses. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [filmWords(), noFunctions(), plainImports(), fewMethods()],
  resolve: { alias },
  build: {
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    // Slower than the default, and smaller; nothing here is called with new but classes, and no getter does anything.
    minify: "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3, pure_getters: true, unsafe_arrows: true, unsafe_methods: true } },
    outDir: "dist/embed",
    rollupOptions: { input: { embed: "src/entries/embed.ts" } },
  },
});
