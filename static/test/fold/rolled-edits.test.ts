import { describe, expect, it } from "vitest";
import { boxTexts } from "../../src/graph/box-sizes";
import type { Group } from "../../src/graph/graph";
import { words } from "../support/catalogue";

const content = { className: "", parameters: 0, tensors: 0, edited: 4, editedParameters: 0 };
const rolled = (ops: number, edited: number): Group =>
  ({
    id: "g",
    kind: "roll",
    label: "1 – 4",
    members: 4,
    inside: [],
    ops: ops * 4,
    content: { ...content, edited },
    sample: { kind: "iteration", ops, content: { ...content, edited: edited / 4 } },
  }) as unknown as Group;

describe("rounds of a loop that are drawn as one box", () => {
  it.each([
    [0, 4, "edits 4 tensors"],
    [2, 4, "4 × 2 ops"],
  ])("with %d ops each and %d edits say %s", (ops, edited, expected) => {
    const en = words("en");
    expect(boxTexts(rolled(ops, edited), (key, params) => en.word(key, params)).count).toBe(expected);
  });

  it("which are not alike say how many ops they have together, not how many the first has", () => {
    const mixed = { ...rolled(2, 4), ops: 21, mixed: true };
    const en = words("en");
    expect(boxTexts(mixed, (key, params) => en.word(key, params)).count).toBe("21 ops");
  });
});
