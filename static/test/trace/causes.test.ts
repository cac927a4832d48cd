import { expect, it } from "vitest";
import { causesOf } from "../../src/trace/causes";
import type { Diagnosis } from "../../src/trace/contract";
import { goldenRun } from "../support/golden";

const [first] = goldenRun("stale/edit-after-save").diagnoses as [Diagnosis];

it("diagnoses of one edit are one cause, told by the first", () => {
  const second = { ...first, name: "other", saved: "s99" };
  expect(causesOf([first, second])).toEqual([{ first, others: [second] }]);
});

it("another line, another file or another kind is another cause", () => {
  const others = [
    { ...first, edit_line: 99 },
    { ...first, edit_file: 1 },
    { ...first, kind: "silent_overwrite" as const },
  ];
  expect(causesOf([first, ...others])).toHaveLength(4);
});

it("what no edit of a saved tensor has caused stays apart", () => {
  const cut = { ...first, saved: null, edit_line: null };
  expect(causesOf([cut, cut])).toHaveLength(2);
});
