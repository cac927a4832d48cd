import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { compileMessages, isPart, messagesOf } from "./compile-messages.ts";

/**
 * `?film`: a catalogue without what only the playground and the server say, compiled: an embed must stay light. `?predict`: what an embed
 * that asks questions says besides; `?notes`: one with notes; `?animation`: what is written on the frames of one.
 */
export function filmWords(): Plugin {
  return {
    name: "film-words",
    enforce: "pre",
    load(id) {
      const [path = "", part] = id.split("?");
      if (!path.endsWith(".ftl") || !isPart(part)) return null;
      return `export default ${JSON.stringify(compileMessages(messagesOf(part, readFileSync(path, "utf8"))))}`;
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

/**
 * One entry per page; the manifest tells the server which files a template loads.
 * `base` is relative, so dist may be mounted at any path.
 */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [filmWords()],
  resolve: { alias },
  // The worker loads what it seldom needs when it needs it.
  worker: { format: "es" },
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
