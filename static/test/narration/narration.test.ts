import { describe, expect, test } from "vitest";
import { textOf } from "../../src/narration/locale";
import { narrate } from "../../src/narration/narration";
import type { Run, Saved } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { isDoubtful } from "../../src/trace/history";
import { words } from "../support/catalogue";
import { failing } from "../support/trace";

const film = makeFilm(failing);
const [en, zh] = [words("en"), words("zh")];
const told = (position: number, language = en) => textOf(narrate(film, position, language));
const positionOf = (kind: string) => film.index.steps.findIndex(step => step.kind === kind);

/** What PyTorch makes of a number of the program. */
function numberTensor(value: object): Run["tensors"][number] {
  const facts = { id: "t9", names: [], storage: "m9", counter: "c9", op: null, shape: [] };
  return { ...failing.tensors[0], ...facts, value: { ...failing.tensors[0]?.value, shape: [], preview_shape: [], ...value } } as never;
}

describe("narrate", () => {
  test("an op is described with its inputs, its result and what it saves", () => {
    expect(told(film.index.stepOfEvent(6))).toBe("matmul makes f from d. MvBackward0 saves d (v0) for backward.");
  });

  test("an edit names the line's code, both versions and who had saved the old one", () => {
    expect(told(positionOf("edit"))).toBe(
      "d[:] = 0 writes into d and raises its version from 0 to 1. MvBackward0 had saved it at version 0: that saved tensor is stale now.",
    );
  });

  /** The same film with another account of its edit. */
  const edited = (facts: object, write: object = {}) => {
    const events = failing.events.map(event =>
      event.kind === "op" && event.writes.length > 0
        ? { ...event, ...facts, writes: event.writes.map(each => ({ ...each, ...write })) }
        : event,
    );
    return makeFilm({ ...failing, events } as Run);
  };

  test("an edit in a line of several calls is told, and labelled, by the call that wrote", () => {
    const other = edited({ code: "opt.step()" });
    expect(textOf(narrate(other, positionOf("edit"), en))).toMatch(/^opt\.step\(\) writes into d/);
    expect(other.index.edits.map(edit => edit.text)).toEqual(["opt.step()"]);
  });

  test("an edit that only the check found is not told as the line's own", () => {
    const film = edited({ name: "unknown" });
    expect(textOf(narrate(film, positionOf("edit"), en))).toMatch(
      /^The check finds d at version 1, and not 0: something that is not recorded has edited it since it was saved\./,
    );
    const saved = film.index.run.saved.find(({ id }) => film.index.staleEvent(id) !== null);
    const edit = film.index.staleEvent(saved?.id ?? "") ?? 0;
    const doubtful = (now: number) => saved !== undefined && isDoubtful(film.index, saved, now);
    expect([saved?.event ?? 0, edit - 1, edit].map(doubtful)).toEqual([true, true, false]);
    expect(isDoubtful(makeFilm(failing).index, saved as Saved, edit - 1)).toBe(false);
  });

  test("an edit of the shape alone is not told as writing", () => {
    const sentence = textOf(narrate(edited({}, { metadata_only: true }), positionOf("edit"), en));
    expect(sentence).toMatch(/^d\[:\] = 0 changes the shape or the strides of d, no element of it, and raises its version from 0 to 1\./);
    expect(sentence).not.toContain("writes into");
  });

  test("the same edit is described in Chinese without English words of our own", () => {
    expect(told(positionOf("edit"), zh)).toBe("d[:] = 0 改写了 d，版本从 0 变为 1。MvBackward0 保存的是版本 0，现在已经过期。");
  });

  test("a failed unpack says what was asked for and what was found", () => {
    expect(told(positionOf("unpack"))).toBe("MvBackward0 asks for d, saved at version 0. The counter says 1: the check fails.");
  });

  test("the raise names the tensor that PyTorch's message leaves out", () => {
    expect(told(positionOf("raise"))).toContain("MvBackward0 needs d at version 0, but the counter says 1.");
  });

  test("every step of the film has a sentence in both languages", () => {
    for (const step of film.index.steps) {
      for (const language of [en, zh]) {
        const sentence = told(step.position, language);
        expect(sentence.length).toBeGreaterThan(5);
        expect(sentence).not.toMatch(/step-|none|undefined|\{|\uE000/);
      }
    }
  });

  /** As in `f = d * d`: one node saves the same tensor twice. */
  const withSecondSave = (node: string) => {
    const [, second] = failing.saved;
    const events = failing.events.map(event => (event.kind === "op" && event.stale.length > 0 ? { ...event, stale: ["s2", "s9"] } : event));
    return { ...failing, events, saved: [...failing.saved, { ...second, id: "s9", attribute: "other", node }] } as Run;
  };
  const toldOfEdit = (run: Run) => {
    const made = makeFilm(run);
    return textOf(narrate(made, made.index.stepOfEvent(8), en));
  };

  test("two saved tensors of one node are told as one node", () => {
    expect(toldOfEdit(withSecondSave("n3"))).toContain("MvBackward0 had saved it at version 0");
  });

  test("saved tensors of two nodes are told as two nodes", () => {
    expect(toldOfEdit(withSecondSave("n1"))).toContain("2 nodes had saved it, MvBackward0 among them");
  });

  test("of several nodes the one that the diagnosis is about is named", () => {
    const run = withSecondSave("n1");
    const diagnosis = { kind: "version_mismatch", severity: "error", event: 8, saved: "s9", node: "n1" } as Run["diagnoses"][number];
    expect(toldOfEdit({ ...run, diagnoses: [diagnosis] })).toContain("2 nodes had saved it, MmBackward0 among them, so backward will fail");
  });

  /** The op of line 6, with other nodes and saves than it has. */
  const toldOfOp = (facts: Partial<Run["events"][number]>, more: Partial<Run> = {}) => {
    const events = failing.events.map(event => (event.index === 6 ? ({ ...event, ...facts } as typeof event) : event));
    const made = makeFilm({ ...failing, ...more, events });
    return textOf(narrate(made, made.index.stepOfEvent(6), en));
  };

  test("what each node of an op saves is told of that node", () => {
    const [, second] = failing.saved;
    const saved = [...failing.saved, { ...second, id: "s9", node: "n1" }] as Run["saved"];
    const nodes = failing.nodes.map(node => (node.id === "n1" ? { ...node, name: "NllLossBackward0" } : node));
    expect(toldOfOp({ saves: ["s2", "s9"] } as never, { saved, nodes })).toBe(
      "matmul makes f from d. MvBackward0 saves d (v0) for backward. NllLossBackward0 saves d (v0) for backward.",
    );
  });

  test.each([
    [{ preview: [0.5] }, "0.5"],
    [{ preview: [100] }, "100"],
    [{ preview: [0.123456789] }, "0.123456789"],
    [{ preview: [1e-8] }, "1e-8"],
    [{ preview: ["-Infinity"] }, "-inf"],
    [{ preview: [0.25], imaginary: [-2] }, "0.25-2j"],
    [{ preview: [0], imaginary: ["NaN"] }, "0+nanj"],
  ])("a Python number that a node saves is told as that: %j", (value, text) => {
    const more = {
      saved: [...failing.saved, { ...failing.saved[1], id: "s9", attribute: "other", tensor: "t9", storage_bytes: 0 }] as Run["saved"],
      tensors: [...failing.tensors, numberTensor(value)],
    };
    expect(toldOfOp({ saves: ["s2", "s9"] } as never, more)).toBe(
      `matmul makes f from d. MvBackward0 saves d (v0) and the number ${text} for backward.`,
    );
  });

  test("a number of which the value is not known is told as a tensor", () => {
    const saved = [...failing.saved, { ...failing.saved[1], id: "s9", tensor: "t9", storage_bytes: 0 }] as Run["saved"];
    const tensors = [...failing.tensors, { ...numberTensor({}), value: null }];
    expect(toldOfOp({ saves: ["s9"] } as never, { saved, tensors })).toContain("MvBackward0 saves an unnamed tensor (v0) for backward.");
  });

  test("of many nodes that save something the further ones are counted", () => {
    const [, second] = failing.saved;
    const more = ["n1", "n4", "n5"].map((node, at) => ({ ...second, id: `s${at + 7}`, node }));
    const saved = [...failing.saved, ...more] as Run["saved"];
    expect(toldOfOp({ saves: ["s2", "s7", "s8", "s9"] } as never, { saved })).toContain("2 more of its nodes save something.");
  });

  test("an op on a leaf that is used for the first time has recorded its own node, not AccumulateGrad", () => {
    expect(toldOfOp({ nodes: ["n2", "n3"], saves: [] } as never)).toContain("MvBackward0 is recorded; it needs to save nothing.");
    expect(toldOfOp({ nodes: ["n2"], saves: [] } as never)).not.toContain("is recorded");
  });

  test("what a custom Function keeps is not known, nor what hooks of saved tensors have taken away", () => {
    const custom = failing.nodes.map(node => (node.id === "n3" ? { ...node, kind: "custom" as const } : node));
    const unknown = "MvBackward0 is recorded; what it keeps for backward is not known.";
    expect(toldOfOp({ saves: [] } as never, { nodes: custom })).toContain(unknown);
    const hooks: Run["not_shown"] = [{ kind: "saved_hooks", what: "MvBackward0", line: 6, file: 0, count: 1 }];
    expect(toldOfOp({ saves: [] } as never, { not_shown: hooks })).toContain(unknown);
  });
});
