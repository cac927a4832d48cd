import { describe, expect, it } from "vitest";
import type { Run } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { lifeOf } from "../../src/trace/life";
import { goldenIndex, goldenRun } from "../support/golden";

function told(name: string, tensor: string) {
  const index = goldenIndex(name);
  const id = index.run.tensors.find(({ names }) => names.includes(tensor))?.id ?? "";
  return lifeOf(index, id, index.run.events.length).map(({ kind, by, version, stale }) => [kind, by, version, stale]);
}

describe("the life of a tensor", () => {
  it("says who made, saved and edited it, in this order", () => {
    expect(told("stale/edit-after-save", "d")).toEqual([
      ["made", "matmul", 0, false],
      ["saved", "MvBackward0", 0, true],
      ["edited", "d[:] = 0", 1, false],
    ]);
  });

  it("counts saves of its views and the edits of an optimizer", () => {
    const life = told("hidden/step-between-backwards", "second.weight");
    expect(life.filter(([kind]) => kind === "saved")).toContainEqual(["saved", "AddmmBackward0", 1, true]);
    expect(life.at(-1)).toEqual(["edited", expect.stringContaining("step"), 2, false]);
  });

  it("tells a write that moves a counter of its own as one that the tensor's counter did not see", () => {
    const run = goldenRun("stale/edit-after-save");
    const events = run.events.map(event =>
      event.kind === "op" ? { ...event, writes: event.writes.map(write => ({ ...write, counter: "c99" })) } : event,
    );
    const index = buildIndex({ ...run, events } as Run);
    const id = index.run.tensors.find(({ names }) => names.includes("d"))?.id ?? "";
    const life = lifeOf(index, id, index.run.events.length).map(({ kind, version, stale }) => [kind, version, stale]);
    expect(life).toEqual([
      ["made", 0, false],
      ["saved", 0, false],
      ["overwritten", null, false],
    ]);
  });

  it("stops at the event that is asked for", () => {
    const index = goldenIndex("stale/edit-after-save");
    const id = index.run.tensors.find(({ names }) => names.includes("d"))?.id ?? "";
    const made = index.tensors.get(id)?.event ?? 0;
    expect(lifeOf(index, id, made).map(({ kind }) => kind)).toEqual(["made"]);
  });
});
