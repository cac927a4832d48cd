import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FluentResource } from "@fluent/bundle";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Keys that a film without the playground around it says: its steps, its stage, its transport. */
const FILM =
  /^(?:step|stage(?!-legend|-minimap)|page-(?:back|backward|badge|count|edit|editor(?!-hint)|files|first|forward|last|line|loop|narration|pause|play|speed|tick|timeline|update))\b/;

const PREDICT = /^predict-/;

/**
 * `?film`: a catalogue without what only the playground and the server say, parsed already: an embed must stay light. `?predict`: what an
 * embed that asks questions says besides.
 */
export function filmWords(): Plugin {
  return {
    name: "film-words",
    enforce: "pre",
    load(id) {
      const [path = "", part] = id.split("?");
      if (!path.endsWith(".ftl") || (part !== "film" && part !== "predict")) return null;
      const entries = readFileSync(path, "utf8").split(/^(?=[a-z#])/m);
      const kept = entries.filter(entry => (part === "film" ? FILM : PREDICT).test(entry));
      const words = new FluentResource(kept.join("")).body.map(({ id, value, attributes }) => {
        if (Object.keys(attributes).length > 0) throw new Error(`${id} has attributes, which a film's catalogue leaves out`);
        return [id, value];
      });
      return `export default ${JSON.stringify(Object.fromEntries(words))}`;
    },
  };
}

/** Fluent's functions for numbers and dates, of which a film's words use none. */
export function noFunctions(): Plugin {
  return {
    name: "no-functions",
    enforce: "pre",
    load(id) {
      return /@fluent\/bundle\/esm\/builtins\.js$/.test(id) ? "export const NUMBER = undefined, DATETIME = undefined;" : null;
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
