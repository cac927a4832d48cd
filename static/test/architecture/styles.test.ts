/** The styles of the pages, checked: NOTE [Style invalidation]. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { broadSelectors } from "./styles";

const folder = join(import.meta.dirname, "../../styles");
const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(path => path.endsWith(".css"));

describe("selectors that a browser evaluates for every element", () => {
  test.each([
    ".prose > * + *",
    ".card:not([hidden]) ~ :not(.notices)",
    ".pane:has(> .card:not([hidden])) > :not(.card)",
    "body:has(> #print) > :not(#print)",
    ".chips > :first-child",
    ".list :nth-child(2)::before",
    ".a, .b > * + *",
  ])("are reported: %s", selector => {
    expect(broadSelectors("a.css", `.x {}\n@media print {\n${selector} { margin: 0 }\n}`)).toEqual(["a.css:3"]);
  });

  test.each([
    "*",
    ".card > *",
    ".prose > * + :is(p, h3)",
    ".card ~ .card",
    ".pane:has(> .card)",
    ".pane:has(> .card) .count",
    "[data-printed] body > :not(#print)",
    ".chips > li:first-child",
    ".note::before",
  ])("are not: %s", selector => {
    expect(broadSelectors("a.css", `${selector} { margin: 0 }`)).toEqual([]);
  });

  test("are in no style sheet", () => {
    expect(sheets.flatMap(path => broadSelectors(path, readFileSync(join(folder, path), "utf8")))).toEqual([]);
  });
});
