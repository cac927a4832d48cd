/**
 * The architecture of the page, checked: who may import whom (directions.json), and what a file may hold.
 *
 * Each rule is first shown to find what it is for, in a few lines that break it.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import table from "../../directions.json";
import manifest from "../../package.json";
import { opNames } from "./op-names";
import {
  documentUses,
  fileCircles,
  folderCircles,
  longFunctions,
  opNameLiterals,
  repeatedTypes,
  slowPatterns,
  unknownTestFolders,
  unusedPackages,
  wrongDirections,
  wrongPackages,
} from "./rules";
import { importsOf, sourcesIn, sourcesOf } from "./sources";

const page = sourcesIn(join(import.meta.dirname, "../../src"));
const tests = sourcesIn(join(import.meta.dirname, ".."));

describe("imports", () => {
  const rooms = { low: [], high: ["low"] };
  const upwards = sourcesOf({ "low/a.ts": 'import { b } from "../high/b";', "high/b.ts": "export const b = 1;" });

  test("of an upper room by a lower one are reported", () => {
    expect(wrongDirections(upwards, rooms)).toEqual(["low/a.ts imports high/b.ts: low may not import from high"]);
  });

  test("of a lower room by an upper one are allowed", () => {
    const downwards = sourcesOf({ "low/a.ts": "export const a = 1;", "high/b.ts": 'import { a } from "../low/a";' });
    expect(wrongDirections(downwards, rooms)).toEqual([]);
  });

  test("from a folder that the table does not name are reported", () => {
    expect(wrongDirections(sourcesOf({ "new/a.ts": "" }), rooms)).toEqual(["new/a.ts is in no room of the table"]);
  });

  test.each([
    'import type { B } from "./b";',
    'export { b } from "./b";',
    'export * from "./b";',
    'const b = await import("./b");',
    'type B = typeof import("./b");',
    'new Worker(new URL("./b.ts", import.meta.url));',
  ])("are found in %s", text => {
    expect(importsOf("x/a.ts", sourcesOf({ "x/a.ts": text, "x/b.ts": "" }))).toEqual(["x/b.ts"]);
  });

  test("follow the table", () => {
    expect(wrongDirections(page, table.rooms)).toEqual([]);
  });
});

describe("packages", () => {
  const rooms = { draw: ["d3-selection"], ui: ["d3-zoom"] };

  test("that a room may not import are reported, types included", () => {
    const sources = sourcesOf({
      "graph/a.ts": 'import type { ZoomTransform } from "d3-zoom";',
      "ui/b.ts": 'await import("@lezer/common/x");',
    });
    expect(wrongPackages(sources, rooms)).toEqual([
      "graph/a.ts imports d3-zoom: graph may not",
      "ui/b.ts imports @lezer/common: ui may not",
    ]);
  });

  test("that nothing imports are reported", () => {
    expect(unusedPackages(sourcesOf({ "draw/a.ts": 'import { select } from "d3-selection";' }), rooms)).toEqual(["ui d3-zoom"]);
  });

  test("follow the table, which holds no others", () => {
    expect(wrongPackages(page, table.packages)).toEqual([]);
    expect(unusedPackages(page, table.packages)).toEqual([]);
  });

  test("are declared, and of D3 no others", () => {
    const used = new Set(Object.values(table.packages).flat());
    const declared = Object.keys(manifest.dependencies);
    expect([...used].filter(name => !declared.includes(name))).toEqual([]);
    expect(declared.filter(name => name.startsWith("d3-") && !used.has(name))).toEqual([]);
  });
});

describe("circles", () => {
  const files = sourcesOf({
    "x/a.ts": 'import "../y/b";',
    "y/b.ts": 'import { c } from "./c";',
    "y/c.ts": 'import type { A } from "../x/a";',
  });
  const folders = sourcesOf({ "x/a.ts": 'import "../y/b";', "x/d.ts": "", "y/b.ts": "", "y/c.ts": 'import "../x/d";' });

  test("of files are reported, types included", () => {
    expect(fileCircles(files)).toEqual(["x/a.ts → y/b.ts → y/c.ts → x/a.ts"]);
  });

  test("of folders are reported where no file is in one", () => {
    expect(fileCircles(folders)).toEqual([]);
    expect(folderCircles(folders)).toEqual(["x → y → x"]);
  });

  test("are not in the page", () => {
    expect([...fileCircles(page), ...folderCircles(page)]).toEqual([]);
  });
});

describe("an exported type name", () => {
  test("that two files declare is reported", () => {
    const twice = sourcesOf({ "x/a.ts": "export interface Film {}", "y/b.ts": "export type Film = string;" });
    expect(repeatedTypes(twice)).toEqual(["Film is exported by x/a.ts, y/b.ts"]);
  });

  test("that a file passes on, or keeps to itself, is not", () => {
    const once = sourcesOf({
      "x/a.ts": "export class Film {}",
      "y/b.ts": 'export type { Film } from "../x/a";',
      "y/c.ts": "type Film = 1;",
    });
    expect(repeatedTypes(once)).toEqual([]);
  });

  test("is unique in the page", () => {
    expect(repeatedTypes(page)).toEqual([]);
  });
});

describe("a function", () => {
  const ofLines = (lines: number) => sourcesOf({ "x/a.ts": `\nconst long = () => {${"\n".repeat(lines - 1)}};\n` });

  test("of 61 lines is reported, one of 60 is not", () => {
    expect(longFunctions(ofLines(61), 60)).toEqual(["x/a.ts:2 long has 61 lines"]);
    expect(longFunctions(ofLines(60), 60)).toEqual([]);
  });

  test("of the page is not too long", () => {
    expect(longFunctions(page, table.max_function_lines)).toEqual([]);
  });
});

describe("document and window", () => {
  test("are reported in a room without a page", () => {
    const uses = sourcesOf({ "low/a.ts": "document.title;\nconst width = (window: number) => window;" });
    expect(documentUses(uses, ["low"])).toEqual(["low/a.ts:1 uses document", "low/a.ts:2 uses window", "low/a.ts:2 uses window"]);
    expect(documentUses(uses, ["high"])).toEqual([]);
  });

  test("are not reported as the name of a property", () => {
    expect(documentUses(sourcesOf({ "low/a.ts": "part.window; ({ window: 1 });" }), ["low"])).toEqual([]);
  });

  test("are not used up to the picture", () => {
    expect(documentUses(page, table.without_document)).toEqual([]);
  });
});

describe("a decision by the name of an op", () => {
  test.each([
    'if (op.name === "detach") act();',
    'const same = new Set(["detach", "view_as"]);',
    'switch (opName(op)) { case "detach": act(); }',
    'op.name.startsWith("detach");',
    "/^(detach|clone)_?$/.test(op.name);",
  ])("is reported in %s", text => {
    expect(opNameLiterals(sourcesOf({ "x/a.ts": text }), new Set(["detach", "clone"]))).toContain("x/a.ts detach");
  });

  test("is not seen in another word of the same letters", () => {
    const own = sourcesOf({ "x/a.ts": 'if (edge.kind === "alias") el("data");' });
    expect(opNameLiterals(own, new Set(["alias", "data"]))).toEqual([]);
  });

  test("is not made by the page", () => {
    expect(opNameLiterals(page, opNames())).toEqual([]);
  });
});

describe("a folder of tests", () => {
  test("that has no room of its name is reported", () => {
    expect(unknownTestFolders(sourcesOf({ "old/a.test.ts": "", "low/a.test.ts": "", "low/helper.ts": "" }), ["low"])).toEqual([
      "old/a.test.ts",
    ]);
  });

  test("has the name of a room", () => {
    expect(unknownTestFolders(tests, [...Object.keys(table.rooms), "architecture"])).toEqual([]);
  });
});

describe("regular expressions", () => {
  test.each([
    "/\\s*#.*$/",
    "/[ \\t]*\\[md\\]/",
    "/\\w+ as /g",
    "/x|(?<=[(,]\\s*)\\d/",
    "/(?:\\s{2,}|page )\\d/",
  ])("that begin anew in a run, as %s does, are reported", pattern => {
    expect(slowPatterns(sourcesOf({ "snippet/a.ts": `const a = ${pattern};` }))).toEqual([`snippet/a.ts ${pattern}`]);
  });

  test.each([
    "/^\\s*#/",
    "/\\s+/g",
    "/(?<!\\s)\\s*#.*$/",
    "/(?=\\d)(?<=[(,]\\s*)\\d/",
    "/\\b\\w+ as /",
  ])("that begin once, as %s does, are not", pattern => {
    expect(slowPatterns(sourcesOf({ "snippet/a.ts": `const a = ${pattern};` }))).toEqual([]);
  });

  test("that read what is pasted take no square of its length for a run of blanks", () => {
    const read = new Map([...page].filter(([path]) => /^(?:snippet|editor|page)\//.test(path)));
    expect(read.size).toBeGreaterThan(50);
    expect(slowPatterns(read)).toEqual([]);
  });
});
