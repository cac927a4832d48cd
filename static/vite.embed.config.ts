import { defineConfig } from "vite";
import { notices } from "./notices.ts";
import { alias, catalogues, plainImports } from "./vite.config.ts";

type ModuleInfoOf = (
  id: string,
) => { readonly importedIds: readonly string[]; readonly isEntry: boolean; readonly importers: readonly string[] } | null;

/** Whether an entry reaches a module by imports that do not wait. */
function isLoadedAtOnce(id: string, infoOf: ModuleInfoOf): boolean {
  const seen = new Set([id]);
  for (const each of seen) {
    const info = infoOf(each);
    if (info?.isEntry) return true;
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return false;
}

const packages = notices("embed");

/** The embed, apart from the playground: a bundle that both shared would bring it what only the playground uses. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [catalogues(), plainImports(), packages],
  resolve: { alias },
  worker: { plugins: () => [packages.inWorker()] },
  build: {
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    // Slower than the default, and smaller; nothing here is called with new but classes, no getter does anything, and no built-in is replaced.
    minify: "terser",
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, unsafe: true, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
    },
    outDir: "dist/embed",
    rollupOptions: {
      input: { embed: "src/entries/embed.ts" },
      // What is loaded at once is one file: cut where later parts share it, it would be larger.
      output: {
        codeSplitting: { groups: [{ name: (id, build) => (isLoadedAtOnce(id, each => build.getModuleInfo(each)) ? "film" : null) }] },
      },
    },
  },
});
