import { describe, expect, test } from "vitest";
import { introOf, stepDurationMs } from "../../src/page/timing";
import type { Diagnosis, Run } from "../../src/trace/contract";
import { lastEventAt, makeFilm, nearestEdit, nextAtLine } from "../../src/trace/film";
import { subjectAt } from "../../src/trace/subject";
import { failing } from "../support/trace";

const film = makeFilm(failing);
const edit = film.index.stepOfEvent(8);

describe("makeFilm", () => {
  test("a run with a stale edit opens at the edit", () => {
    expect(film.keyPosition).toBe(edit);
  });

  test("a run with an error diagnosis opens at its event, whatever notes come before", () => {
    const note = { severity: "note", event: 4, kind: "cut_gradient", saved: null } as unknown as Diagnosis;
    const error = { severity: "error", event: 11, kind: "graph_freed", saved: null } as unknown as Diagnosis;
    expect(makeFilm({ ...failing, diagnoses: [note, error] }).keyPosition).toBe(film.index.stepOfEvent(11));
  });

  test("a run without a diagnosis opens at its end", () => {
    const events = failing.events.slice(0, 8);
    const calm = makeFilm({ ...failing, events, outcome: { status: "completed", failure: null, exited: false } } as Run);
    expect(calm.keyPosition).toBe(calm.last);
  });

  test("chapters cover every step once and change at backward", () => {
    expect(film.chapters.map(chapter => chapter.kind)).toEqual(["forward", "backward"]);
    expect(film.chapters[0]?.from).toBe(0);
    expect(film.chapters[1]?.from).toBe((film.chapters[0]?.to ?? 0) + 1);
    expect(film.chapters[1]?.to).toBe(film.last);
  });

  test("an empty run is a film of no steps", () => {
    const empty = makeFilm({ ...failing, events: [], tensors: [], nodes: [], saved: [] } as Run);
    expect([empty.last, empty.keyPosition, lastEventAt(empty, 0)]).toEqual([0, 0, -1]);
  });
});

describe("moving", () => {
  test("the nearest edit is found in both directions, and none beyond the ends", () => {
    expect(nearestEdit(film, 0, 1)).toBe(edit);
    expect(nearestEdit(film, film.last, -1)).toBe(edit);
    expect(nearestEdit(film, edit, 1)).toBeNull();
  });

  test("the intro goes up to the key position and ends there", () => {
    for (const target of [0, 1, 5, 400]) {
      const { positions, frameMs } = introOf(target);
      expect(positions.at(-1)).toBe(target);
      expect([...positions].sort((a, b) => a - b)).toEqual(positions);
      expect(positions.length * frameMs).toBeLessThanOrEqual(2_400);
    }
  });

  test("the intro of a story shows no step that the story leaves out", () => {
    expect(introOf(40, [3, 17, 20, 40, 52]).positions).toEqual([3, 17, 20, 40]);
  });

  test("a step that makes something stale stays longer than one that does not", () => {
    expect(stepDurationMs(film, edit)).toBeGreaterThan(stepDurationMs(film, 0));
  });
});

describe("subjectAt", () => {
  test("an edit is about the tensor that it wrote", () => {
    expect(subjectAt(film, edit)).toEqual({ kind: "tensor", id: "t3" });
  });

  test("the raise is about the saved tensor that failed", () => {
    expect(subjectAt(film, film.last)).toEqual({ kind: "saved", id: "s2" });
  });
});

describe("nextAtLine", () => {
  test("cycles through the steps of a line, and is null for a line without one", () => {
    const line = film.index.steps[0]?.line ?? 0;
    const there = film.index.steps.filter(step => step.line === line).map(step => step.position);
    const visited = there.map((_, turn) => there.slice(0, turn).reduce(at => nextAtLine(film, at, line, 0) ?? -1, there[0] ?? -1));
    expect(visited).toEqual(there);
    expect(nextAtLine(film, film.last, line, 0)).toBe(there[0]);
    expect(nextAtLine(film, 0, 9999, 0)).toBeNull();
  });
});
