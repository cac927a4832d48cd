import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { compileMessages, isPart, messagesOf } from "./compile-messages.ts";
import { notices } from "./notices.ts";

/**
 * `locales/en?all`: the files of a catalogue as one text. `?film`: without what only the playground and the server say, compiled: an embed
 * must stay light. `?predict`: what an embed that asks questions says besides; `?notes`: one with notes; `?animation`: what is written on
 * the frames of one.
 */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    enforce: "pre",
    resolveId: id => (CATALOGUE.test(id) ? id : null),
    load(id) {
      const [, folder, part] = CATALOGUE.exec(id) ?? [];
      if (folder === undefined) return null;
      const files = readdirSync(folder)
        .filter(name => name.endsWith(".ftl"))
        .sort()
        .map(name => join(folder, name));
      for (const file of files) this.addWatchFile(file);
      const source = files.map(file => readFileSync(file, "utf8")).join("\n");
      if (part !== "all" && !isPart(part)) throw new Error(`${id}: a catalogue has no such part`);
      const content = part === "all" ? source : compileMessages(messagesOf(part, source));
      return `export default ${JSON.stringify(content)}`;
    },
  };
}

/** What Vite puts around `import()` to load a part's styles before it: an embed has all its styles from the start. */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load(id) {
      return id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = load => load();" : null;
    },
  };
}

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The catalogues, which Python reads as well. */
export const alias = { locales: source("../gradreel/locales") };
const CATALOGUE = /^(.*\/gradreel\/locales\/\w+)\?(\w+)$/;

const packages = notices("page");

/**
 * One entry per page; the manifest tells the server which files a template loads.
 * `base` is relative, so dist may be mounted at any path.
 */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [catalogues(), packages],
  resolve: { alias },
  // The worker loads what it seldom needs when it needs it.
  worker: { format: "es", plugins: () => [packages.inWorker()] },
  build: {
    target: "es2022",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { play: "src/entries/play.ts", docs: "src/entries/docs.ts", guide: "src/entries/guide.ts", learn: "src/entries/learn.ts" },
    },
  },
});
