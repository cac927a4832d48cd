import { describe, expect, test } from "vitest";
import type { Run, Tensor, TraceEvent, Write } from "../../src/trace/contract";
import { currentVersion, savedState, savesOf, tensorAt, versionMarks } from "../../src/trace/history";
import { buildIndex } from "../../src/trace/index";
import { stateAt } from "../../src/trace/state";
import { failing } from "../support/trace";

const index = buildIndex(failing);
const saved = index.saved.get("s2");

describe("tensorAt", () => {
  test("before the edit the tensor has its first version and value", () => {
    const before = tensorAt(index, "t3", 7);
    expect([before?.version, before?.value?.preview, before?.valueBefore]).toEqual([0, [3], null]);
  });

  test("after the edit it has the next version, and the value before", () => {
    const after = tensorAt(index, "t3", 8);
    expect([after?.version, after?.value?.preview, after?.valueBefore?.preview]).toEqual([1, [0], [3]]);
  });

  test("a tensor that does not exist is null", () => {
    expect(tensorAt(index, "t99", 8)).toBeNull();
  });
});

describe("versionMarks", () => {
  test("made, saved and edited come in the order of the program", () => {
    expect(versionMarks(index, "t3", 99).map(mark => [mark.kind, mark.version, mark.line])).toEqual([
      ["made", 0, 5],
      ["saved", 0, 6],
      ["edited", 1, 7],
    ]);
  });

  test("what has not happened yet is left out", () => {
    expect(versionMarks(index, "t3", 7).map(mark => mark.kind)).toEqual(["made", "saved"]);
  });
});

describe("saved tensors", () => {
  test("the current version changes with the edit", () => {
    if (!saved) throw new Error("s2 is missing");
    expect([currentVersion(index, saved, 7), currentVersion(index, saved, 8)]).toEqual([0, 1]);
  });

  test("a saved tensor is listed from its own event on", () => {
    expect([savesOf(index, "t3", 5).length, savesOf(index, "t3", 6).length]).toEqual([0, 1]);
  });
});

describe("tensors in one memory", () => {
  const memory = { storage: "m3", region: { start: 0, end: 4 } };
  const other = { ...failing.tensors[2], id: "t5", names: ["alias"], counter: "c9", event: 5, ...memory } as Tensor;
  const write = { ...(index.opAt(8)?.writes[0] as Write), tensor: "t5", counter: "c9", region: { start: 0, end: 4 } };
  const runWith = (changed: object): Run => ({
    ...failing,
    tensors: [...failing.tensors.map(item => (item.id === "t3" ? ({ ...item, ...memory } as Tensor) : item)), other],
    events: failing.events.map(event => (event.index === 8 ? ({ ...event, writes: [write], ...changed } as TraceEvent) : event)),
  });

  test("show the values that the trace states after a write through another one, and keep their version", () => {
    const at = tensorAt(buildIndex(runWith({ aliases: [{ tensor: "t3", value: write.value }] })), "t3", 8);
    expect([at?.version, at?.value?.preview, at?.valueBefore?.preview, at?.outdated]).toEqual([0, [0], [3], false]);
  });

  test("are outdated where the trace states a change without values", () => {
    const at = tensorAt(buildIndex(runWith({ aliases: [{ tensor: "t3", value: null }] })), "t3", 8);
    expect([at?.value?.preview, at?.outdated]).toEqual([[3], true]);
  });

  test("are unchanged where the trace states no change", () => {
    const apart = buildIndex(runWith({ aliases: [] }));
    expect(tensorAt(apart, "t3", 8)?.outdated).toBe(false);
    expect(versionMarks(apart, "t3", 99).map(mark => mark.kind)).toEqual(["made", "saved"]);
  });
});

describe("a gradient that is added to in place", () => {
  const accumulate = {
    kind: "accumulate",
    line: 8,
    file: 0,
    kept: null,
    dropped: [],
    tensor: "t2",
    grad: null,
    non_finite: null,
    added: true,
    aliases: [],
    stale: ["s2"],
  };
  const added = { ...accumulate, counter: "c3", version: 1, index: 8 } as TraceEvent;
  const events = failing.events.map(event => (event.index === 8 ? added : event));

  test("has the version that the addition moved it to", () => {
    const summed = buildIndex({ ...failing, events });
    expect([7, 8].map(now => tensorAt(summed, "t3", now)?.version)).toEqual([0, 1]);
    expect(saved && currentVersion(summed, saved, 99)).toBe(1);
    expect(versionMarks(summed, "t3", 99).map(mark => [mark.kind, mark.version])).toContainEqual(["edited", 1]);
  });

  test("makes what had saved it stale", () => {
    const summed = buildIndex({ ...failing, events });
    expect(summed.staleEvent("s2")).toBe(8);
    expect([6, 8].map(now => stateAt(summed, summed.stepOfEvent(now)).saved("s2"))).toEqual(["fresh", "stale"]);
  });
});

describe("what an edit has cloned before it overwrote it", () => {
  const events = failing.events.map(event => (event.kind === "op" ? { ...event, copied: event.stale, stale: [] } : event));
  const copied = failing.saved.map(each => ({ ...each, copied_by_edits: true }));
  const run: Run = { ...failing, events, saved: copied, diagnoses: [], outcome: { ...failing.outcome, failure: null } };
  const film = buildIndex(run);
  const held = copied.find(({ id }) => id === "s2");

  test("is kept as a clone from the edit on, and not stale", () => {
    expect(held && [savedState(film, held, 7), savedState(film, held, 8)]).toEqual(["fresh", "copied"]);
  });

  test("is stale there where it was not cloned", () => {
    expect(saved && savedState(index, saved, 8)).toBe("stale");
  });
});
