import { deepEqual } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";

const PYTHON = process.env.GRADREEL_PYTHON ?? resolve("../../.venv/bin/python");
const NAMES = "import sys, zipfile; print(*sorted(zipfile.ZipFile(sys.argv[1]).namelist()), sep='\\n')";

test("package holds the extension, what its page shows and the license, and nothing else", () => {
  const names = execFileSync(PYTHON, ["-c", NAMES, "dist/gradreel.vsix"], { encoding: "utf8" }).trim().split("\n");
  deepEqual(names, [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/dist/extension.js",
    "extension/package.json",
    "extension/picture.png",
    "extension/readme.md",
  ]);
});
