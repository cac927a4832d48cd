import { describe, expect, it } from "vitest";
import { overviewTree } from "../../src/fold/overview-tree";
import { groupTree } from "../../src/fold/tree";
import type { Group } from "../../src/graph/graph";
import type { Run } from "../../src/trace/contract";
import { buildIndex, type TraceIndex } from "../../src/trace/index";
import { goldenRun } from "../support/golden";
import { loop } from "../support/loop";

function labels(items: readonly (Group | number)[]): readonly unknown[] {
  return items.flatMap(item => (typeof item === "number" ? [] : [[item.kind, item.label, ...labels(item.inside)]]));
}

/** What the ops say of modules and library calls is for films without events of calls. */
function withoutPaths(run: Run): Run {
  return { ...run, events: run.events.map(event => (event.kind === "op" ? { ...event, module: null, within: [] } : event)) };
}

describe("groups of modules", () => {
  it("are the calls of the trace, and not what an op says of its module", () => {
    const run = goldenRun("whole/transformer-layer");
    expect(labels(groupTree(buildIndex(withoutPaths(run))).roots)).toEqual([["module", "layer", ["module", "self_attn"]]]);
    expect(labels(groupTree(buildIndex(run)).roots)).toEqual(labels(groupTree(buildIndex(withoutPaths(run))).roots));
  });

  it("are named by the program's name for them, else by their class", () => {
    const run = goldenRun("whole/mlp");
    const events = run.events.map(event => (event.kind === "call" && event.module === "model" ? { ...event, module: null } : event));
    expect(labels(groupTree(buildIndex(run)).roots)).toEqual([["module", "model"]]);
    expect(labels(groupTree(buildIndex({ ...run, events })).roots)).toEqual([["module", "MLP"]]);
  });
});

/** A function that calls itself `depth` times, with two ops in each call. */
function recursion(depth: number): Run {
  let call: string | null = null;
  const run = loop(depth);
  const events = run.events.map(event => {
    if (event.kind === "op") return { ...event, call };
    const parent: string | null = call;
    call = `k${event.index + 1}`;
    return { kind: "call", call, parent, what: "function", name: "down", module: null, rounds: [], line: 3, file: 0, index: event.index };
  });
  return { ...run, events } as Run;
}

function depthOf(items: readonly (Group | number)[]): number {
  let depth = 0;
  for (let row = items; row.length > 0; depth++) row = row.flatMap(item => (typeof item === "number" ? [] : item.inside));
  return depth;
}

describe.each([60, 4_000])("a function that calls itself %i times", depth => {
  it.each([groupTree, (index: TraceIndex) => overviewTree(index, () => 1)])("is a tree of bounded depth that has every op", treeOf => {
    const index = buildIndex(recursion(depth));
    const tree = treeOf(index);
    expect(depthOf(tree.roots)).toBeGreaterThan(20);
    expect(depthOf(tree.roots)).toBeLessThan(220);
    expect(tree.ops).toBe(2 * depth);
  });
});
