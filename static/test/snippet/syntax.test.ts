import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { syntaxFault } from "../../src/snippet/syntax";

const ROOT = join(import.meta.dirname, "../../..");

const FAULTS: readonly (readonly [code: string, kind: string, underlined: string])[] = [
  ["x = torch.ones(2\nprint(x)\n", "unclosed", "(2"],
  ["x = 1)\n", "unopened", ")"],
  ["s = 'abc\n", "string", "'abc"],
  ["for i in range(2)\n    pass\n", "colon", ")"],
  ["if x == 1  # why\n    pass\n", "colon", "1"],
  ["print 'a'\n", "print", "print 'a'"],
  ["x = = 1\n", "other", "= 1"],
];

describe("the first fault of a program", () => {
  test.each(FAULTS)("%j is of the kind %s", (code, kind, underlined) => {
    const fault = syntaxFault(code);
    expect(fault?.kind).toBe(kind);
    expect(code.slice(fault?.from, fault?.to)).toBe(underlined);
  });

  test("is found in no valid program", () => {
    const folders = ["app/examples", "tests/diagnose", "tests/browser", "gradreel"];
    const paths = folders.flatMap(folder =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter(path => path.endsWith(".py"))
        .map(path => join(ROOT, folder, path)),
    );
    expect(paths.length).toBeGreaterThan(200);
    expect(paths.filter(path => syntaxFault(readFileSync(path, "utf8")) !== null)).toEqual([]);
  });
});
