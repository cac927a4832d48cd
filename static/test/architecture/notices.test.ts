import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { foldersOf, noticesOf, textOf } from "../../notices";

describe("notices of packages in a folder", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "notices-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function install(name: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
    const folder = join(root, "node_modules", name);
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0", ...manifest }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    return folder;
  }

  test("a module leads to its package, with and without a scope, past a package.json that names nothing", () => {
    const plain = install("plain", { license: "MIT" });
    const scoped = install("@of/scope", { license: "MIT" });
    writeFileSync(join(scoped, "src", "package.json"), '{"type":"module"}');
    const modules = [join(plain, "src/a.js"), join(scoped, "src/b.js?worker"), "/elsewhere/src/own.ts", "\0virtual"];
    expect([...foldersOf(modules)]).toEqual([plain, scoped]);
  });

  test("what a bundler adds is its own package", () => {
    expect([...foldersOf(["\0vite/preload-helper.js"])][0]).toMatch(/node_modules\/vite$/);
  });

  test("a package takes what it depends on with it, with licenses and notices", () => {
    install("needed", { license: "ISC" }, { "LICENCE.txt": "needed's" });
    const folder = install(
      "bundled",
      { license: "MIT", dependencies: { needed: "1" } },
      { "LICENSE.md": "its own", NOTICE: "and more", "README.md": "no" },
    );
    const found = noticesOf([folder]);
    expect(found.map(({ name, texts }) => [name, texts])).toEqual([
      ["bundled", ["its own", "and more"]],
      ["needed", ["needed's"]],
    ]);
  });

  test("packages with one license have its text once", () => {
    const folders = ["one", "two"].map(name => install(name, { license: "ISC" }, { LICENSE: "Copyright A\n\nPermission" }));
    const text = textOf(noticesOf(folders));
    expect(text).toContain("one 1.0.0 (ISC)\ntwo 1.0.0 (ISC)\n");
    expect(text.match(/Permission/g)).toHaveLength(1);
  });

  test("a package without a text has the wording of its license, and its own author", () => {
    const known = install("known", { license: "ISC" }, { LICENSE: "Copyright A\n\nPermission" });
    const bare = install("bare", { license: "ISC", author: "B <b@example.org>" });
    expect(textOf(noticesOf([bare]), noticesOf([known]))).toContain("Copyright B <b@example.org>\n\nPermission");
  });

  test("a package without a license, or whose license nobody has, fails the build", () => {
    const unknown = install("unknown", {});
    expect(() => noticesOf([unknown])).toThrow("unknown 1.0.0 states no license");
    const rare = install("rare", { license: "Zlib" });
    expect(() => textOf(noticesOf([rare]))).toThrow("rare 1.0.0 has no text of its license, Zlib");
  });

  test("a package that needs one that is not installed fails the build", () => {
    const folder = install("bundled", { license: "MIT", dependencies: { "not-there-at-all": "1" } });
    expect(() => noticesOf([folder])).toThrow("run npm ci");
  });
});
