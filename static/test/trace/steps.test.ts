import { describe, expect, it } from "vitest";
import { buildIndex } from "../../src/trace/index";
import { stateAt } from "../../src/trace/state";
import { goldenIndex, goldenNames, goldenRun } from "../support/golden";

describe.each(goldenNames())("film of %s", name => {
  const run = goldenRun(name);
  const index = buildIndex(run);

  it("covers every event once, in order", () => {
    const covered = index.steps.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, offset) => first + offset));
    expect(covered).toEqual(run.events.map(event => event.index));
  });

  it("keeps the event that a step is about inside the step", () => {
    for (const { event, first, last } of index.steps) expect(event >= first && event <= last).toBe(true);
  });

  it("finds the step of every event", () => {
    for (const { index: event } of run.events) {
      const step = index.steps[index.stepOfEvent(event)];
      expect(step !== undefined && step.first <= event && event <= step.last).toBe(true);
    }
  });

  it("gives every version as a replay of the writes and accumulations does", () => {
    const counters = new Map<string, number>();
    let replayed = 0;
    for (const step of index.steps) {
      for (; replayed <= step.last; replayed++) {
        const event = run.events[replayed];
        for (const tensor of run.tensors) {
          if (tensor.event === replayed && tensor.counter !== null && !counters.has(tensor.counter))
            counters.set(tensor.counter, tensor.version ?? 0);
        }
        for (const write of event?.kind === "op" ? event.writes : []) {
          if (write.counter !== null && write.version_after !== null) counters.set(write.counter, write.version_after);
        }
        if (event?.kind === "accumulate" && event.counter !== null) counters.set(event.counter, event.version ?? 0);
      }
      const state = stateAt(index, step.position);
      for (const tensor of run.tensors) {
        if (tensor.event <= step.last) expect(state.version(tensor.id)).toBe(counters.get(tensor.counter ?? "") ?? null);
      }
    }
  });

  it("reports a saved tensor as stale from the event that made it stale", () => {
    for (const step of index.steps) {
      const state = stateAt(index, step.position);
      for (const saved of run.saved) {
        const stale = index.staleEvent(saved.id);
        const phase = state.saved(saved.id);
        if (phase === "stale") expect(stale !== null && stale <= step.last).toBe(true);
        if (stale !== null && stale <= step.last) expect(["stale", "failed", "freed", "silent"]).toContain(phase);
      }
    }
  });
});

describe("the film of an edit after a save", () => {
  const index = goldenIndex("stale/edit-after-save");

  it("has no step without something new", () => {
    expect(index.steps.map(step => step.kind)).toEqual(["op", "op", "op", "save", "save", "edit", "backward", "unpack", "raise"]);
  });

  it("shows the saved tensor going stale at the edit and failing at the unpack", () => {
    const phases = index.steps.map(step => stateAt(index, step.position).saved("s2"));
    expect(phases).toEqual(["hidden", "hidden", "hidden", "hidden", "fresh", "stale", "stale", "failed", "failed"]);
  });
});
