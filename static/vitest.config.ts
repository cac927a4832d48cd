import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { alias, catalogues } from "./vite.config.ts";

/** Apart from the build, which is installed without what only tests need. */
export default defineConfig({
  plugins: [catalogues()],
  resolve: { alias },
  // Tests read the catalogues, which lie outside this folder.
  server: { fs: { allow: [fileURLToPath(new URL(".", import.meta.url)), alias.locales] } },
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    // Files share their modules: importing them anew for each took a third of the time. Nothing keeps state in a module.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
