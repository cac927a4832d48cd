import { describe, expect, test } from "vitest";
import { textOf } from "../../src/narration/locale";
import { narrate } from "../../src/narration/narration";
import type { Run } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { failing } from "../support/trace";

const film = makeFilm(failing);
const [en, zh] = [words("en"), words("zh")];
const told = (position: number, language = en) => textOf(narrate(film, position, language));
const positionOf = (kind: string) => film.index.steps.findIndex(step => step.kind === kind);

describe("narrate", () => {
  test("an op is described with its inputs, its result and what it saves", () => {
    expect(told(film.index.stepOfEvent(6))).toBe("matmul makes f from d. MvBackward0 saves d (v0) for backward.");
  });

  test("an edit names the line's code, both versions and who had saved the old one", () => {
    expect(told(positionOf("edit"))).toBe(
      "d[:] = 0 writes into d and raises its version from 0 to 1. MvBackward0 had saved it at version 0: that saved tensor is stale now.",
    );
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
});
