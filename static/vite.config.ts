import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
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

const UNUSED_METHODS = /^ +(?:sort|html|raise|lower|insert|clone|dispatch): selection_\w+,\n/gm;

/** Methods of d3's selections that nothing here, and nothing of d3 that is used here, calls. */
export function fewMethods(): Plugin {
  return {
    name: "few-methods",
    enforce: "pre",
    transform(code, id) {
      return id.endsWith("d3-selection.mjs") ? { code: code.replace(UNUSED_METHODS, ""), map: null } : null;
    },
  };
}

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The catalogues, which Python reads as well, and our stand-ins for parts of d3 that would come along and that nothing here uses. */
export const alias = {
  locales: source("../gradreel/locales"),
  "d3-color": source("src/shims/d3-color.ts"),
  "d3-drag": source("src/shims/d3-drag.ts"),
  "d3-interpolate": source("src/shims/d3-interpolate.ts"),
  "d3-transition": source("src/shims/d3-transition.ts"),
};

/**
 * One entry per page; the manifest tells the server which files a template loads.
 * `base` is relative, so dist may be mounted at any path.
 */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [filmWords()],
  resolve: { alias },
  // Tests read the catalogues, which lie outside this folder.
  server: { fs: { allow: [source("."), alias.locales] } },
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
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
