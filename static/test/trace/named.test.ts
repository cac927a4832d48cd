import { describe, expect, it } from "vitest";
import type { Run, TraceEvent } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { namedAt } from "../../src/trace/named";
import { goldenRun } from "../support/golden";

/**
 * 1 def f(x):        h of the module is t2, of the first frame of f t3, of the second t7
 * 2     h = x * 2
 * 3     return h
 * 4 h = ones(5); f(…); f(…)
 */
const binds = [
  ["bind", 4, "h", "t2", null],
  ["call", 4, "k1"],
  ["bind", 2, "x", "t1", "k1"],
  ["bind", 2, "h", "t3", "k1"],
  ["call", 4, "k2"],
  ["bind", 2, "x", "t6", "k2"],
  ["bind", 2, "h", "t7", "k2"],
  ["bind", 4, "w.grad", "t9", null],
] as const;
const events = binds.map(([kind, line, name, tensor, call], index) =>
  kind === "call"
    ? { index, kind, line, file: 0, kept: null, dropped: [], call: name, parent: null, what: "function", name: "f", module: null }
    : { index, kind, line, file: 0, kept: null, dropped: [], name, tensor, call, fixed: false },
) as readonly TraceEvent[];
const run: Run = { ...goldenRun("whole/custom-function-stale"), events, tensors: [], nodes: [], saved: [], gradients: [], diagnoses: [] };
const index = buildIndex(run);
const inF = { file: 0, functions: [{ first: 1, last: 3 }] };
const outside = { file: 0, functions: [] };

describe("a name in the code", () => {
  it.each([
    ["inside a function that has not run is made later", "h", 0, inF, null, 3],
    ["inside a function is what its frame binds it to", "h", 3, inF, "t3", null],
    ["inside a frame that has just begun is not what the frame before bound", "h", 5, inF, null, 6],
    ["inside a function is that of the last frame", "h", 6, inF, "t7", null],
    ["of the module stays what it is while functions bind it", "h", 6, outside, "t2", null],
    ["of the module is not one that only a function has", "x", 7, outside, null, null],
    ["of another file is unknown", "h", 7, { ...outside, file: 1 }, null, null],
    ["with an attribute is the same in every frame", "w.grad", 7, inF, "t9", null],
  ] as const)("%s", (_, name, now, place, tensor, later) => {
    expect(namedAt(index, name, now, place)).toEqual({ tensor, later });
  });
});
