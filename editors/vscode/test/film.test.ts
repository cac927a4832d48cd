import { deepEqual, equal, match, rejects, throws } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { filesOf, forPanel } from "../src/film";
import { editsOf, linesOf, problemsIn } from "../src/problems";
import { type Recorded, record } from "../src/record";

const PYTHON = process.env.GRADREEL_PYTHON ?? resolve("../../.venv/bin/python");
const PROGRAM = `import torch

w = torch.ones(3, requires_grad=True)
h = w.exp()
h += 1
# %%
h.sum().backward()
# %%
print("never")
`;
let folder: string;
let made: Recorded;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "gradreel-vscode-"));
  writeFileSync(join(folder, "train.py"), PROGRAM);
  const what = { kind: "file", path: join(folder, "train.py"), until: 7 } as const;
  made = await record({ python: PYTHON, folder, language: "en", what }, () => {});
});
after(() => rmSync(folder, { recursive: true }));

test("recording a cell makes a film of the file up to there", () => {
  deepEqual(made.files, ["train.py"]);
  equal(made.report.status, "raised");
});

test("problems have the three places, and the edit is the first", () => {
  const [problem] = problemsIn(made.report, folder);
  equal(problem?.kind, "version_mismatch");
  deepEqual(problem?.at, { path: join(folder, "train.py"), line: 4, column: 0, endColumn: 6 });
  deepEqual(problem?.related.map(({ at }) => at.line), [3, 4, 6]);
});

test("way out becomes an edit that leaves a program which completes", () => {
  const way = problemsIn(made.report, folder)[0]?.waysOut[0];
  const lines = PROGRAM.split("\n");
  const edits = way && editsOf(way, folder, () => lines);
  for (const { line, removed, added } of [...(edits ?? [])].reverse()) lines.splice(line, removed.length, ...added);
  const fixed = join(folder, "fixed.py");
  writeFileSync(fixed, lines.join("\n"));
  equal(execFileSync(PYTHON, [fixed], { encoding: "utf8" }), "never\n");
});

test("way out is not offered where the file has changed since", () => {
  const way = problemsIn(made.report, folder)[0]?.waysOut[0];
  equal(way && editsOf(way, folder, () => ["something else"]), null);
  equal(way && editsOf(way, folder, () => null), null);
});

test("way out is offered for a file that is not open, and of an open one its text in the editor counts", () => {
  const way = problemsIn(made.report, folder)[0]?.waysOut[0];
  const path = join(folder, "train.py");
  equal((way && editsOf(way, folder, each => linesOf(each, new Map())))?.[0]?.path, path);
  equal(way && editsOf(way, folder, each => linesOf(each, new Map([[path, "unsaved"]]))), null);
  equal(linesOf(join(folder, "gone.py"), new Map()), null);
});

test("film for the panel allows the bridge's script besides its own and nothing else", () => {
  const policy = (html: string) => /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const [own, panel] = [policy(made.html), policy(forPanel(made.html))];
  equal(own.match(/sha256/g)?.length, 2);
  equal(panel.match(/sha256/g)?.length, 3);
  match(panel, /^default-src 'none'; script-src 'sha256-/);
  throws(() => filesOf("<html></html>"), /no film/);
});

test("of a parametrized test the film is that of the case that failed, in the language that is set", async () => {
  const cases = `import pytest
import torch

@pytest.mark.parametrize("edits", [False, True, False])
def test_edit(edits):
    h = torch.ones(3, requires_grad=True).exp()
    if edits:
        h += 1
    h.sum().backward()
`;
  writeFileSync(join(folder, "test_cases.py"), cases);
  const what = { kind: "test", id: "test_cases.py::test_edit" } as const;
  const { report, html } = await record({ python: PYTHON, folder, language: "zh", what }, () => {});
  deepEqual(report.findings.map(({ kind }) => kind), ["version_mismatch"]);
  match(html, /<html lang="zh/);
});

test("test of which no case fails has a film as well", async () => {
  writeFileSync(join(folder, "test_fine.py"), "import torch\n\ndef test_fine():\n    torch.ones(3, requires_grad=True).exp().sum().backward()\n");
  const { report } = await record({ python: PYTHON, folder, language: "en", what: { kind: "test", id: "test_fine.py::test_fine" } }, () => {});
  deepEqual(report.findings, []);
});

test("python without gradreel is said, and no folder is left", async () => {
  const what = { kind: "file", path: "missing.py", until: null } as const;
  await rejects(record({ python: PYTHON, folder, language: "en", what }, () => {}), /There is no film \(exit status 2\)/);
  await rejects(record({ python: join(folder, "no-python"), folder, language: "en", what }, () => {}), /ENOENT/);
});


test("a small film that unpacks to gigabytes is refused", () => {
  const packed = gzipSync(Buffer.alloc(97 * 1024 * 1024, " ")).toString("base64");
  throws(() => filesOf(`<template id="film">${packed}</template>`), /more than 100663296 bytes/);
});
