import { defineConfig } from "vitest/config";

/**
 * One entry per page; the manifest tells the server which files a template loads.
 * `base` is relative, so dist may be mounted at any path; the catalogues come from app/locales, outside this folder.
 */
export default defineConfig({
  base: "./",
  publicDir: false,
  build: {
    target: "es2022",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { play: "src/main.ts", docs: "src/docs.ts", embed: "src/embed.ts" },
    },
  },
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
  },
});
