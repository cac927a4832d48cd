import { defineConfig, type Plugin } from "vite";
import { alias, filmWords, noFunctions } from "./vite.config.ts";

/** What an embed loads later has no style of its own, so nothing has to be there before it. */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: id => (id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = load => load();" : null),
  };
}

/** The embed, apart from the playground: a bundle that both shared would bring it what only the playground uses. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [filmWords(), noFunctions(), plainImports()],
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
