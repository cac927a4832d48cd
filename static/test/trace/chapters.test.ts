import { describe, expect, it } from "vitest";
import { makeFilm } from "../../src/trace/film";
import { sectionsOf } from "../../src/trace/sections";
import { longName, shortNames } from "../../src/ui/chapter-names";
import { words } from "../support/catalogue";
import { threeErrors } from "../support/cells";
import { goldenNames, goldenRun } from "../support/golden";

const chaptersOf = (name: string) => makeFilm(goldenRun(name)).chapters.map(chapter => chapter.kind);

describe("the chapters of", () => {
  it("a training step end with the edits of the optimizer", () => {
    expect(chaptersOf("whole/mlp")).toEqual(["forward", "backward", "update"]);
  });

  it("a loop with an update of its own come round after round", () => {
    expect(chaptersOf("whole/training-loop").slice(0, 6)).toEqual(["forward", "backward", "update", "forward", "backward", "update"]);
  });

  it("a step between two passes are told apart from forward", () => {
    expect(chaptersOf("hidden/step-between-backwards")).toEqual(["forward", "backward", "update", "backward"]);
  });

  it.each(["leaf-edits/init-under-no-grad", "leaf-edits/init-through-detach"])("%s have no update: nothing was learnt yet", name => {
    expect(chaptersOf(name)).not.toContain("update");
  });

  it.each(goldenNames())("%s cover every step once", name => {
    const film = makeFilm(goldenRun(name));
    const covered = film.chapters.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    expect(covered).toEqual(film.index.steps.map(step => step.position));
  });
});

describe("the chapters of a program with cells", () => {
  it("end with the cell, also where an exception ended its backward pass", () => {
    const { chapters, index } = makeFilm(threeErrors);
    expect(chapters.map(({ cell, kind }) => `${cell} ${kind}`)).toEqual([
      "1 forward",
      "2 forward",
      "3 forward",
      "3 backward",
      "4 forward",
      "4 backward",
      "5 forward",
      "5 backward",
    ]);
    const covered = chapters.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    expect(covered).toEqual(index.steps.map(({ position }) => position));
  });

  it("are named by their cell on the timeline", () => {
    const sections = sectionsOf(makeFilm(threeErrors));
    const names = sections.map((section, at) => shortNames(section, sections[at - 1] ?? null, words("en"))[0]);
    expect(names.slice(0, 6)).toEqual(["[1] forward", "[2] forward", "[3] forward", "backward", "[4] forward", "backward"]);
    expect(sections[2] && longName(sections[2], words("en"))).toBe("cell [3], forward: steps 3 to 6");
  });
});

describe("the last step of", () => {
  it.each(goldenNames())("%s is not what it prints in the end", name => {
    const { index } = makeFilm(goldenRun(name));
    expect(index.steps.at(-1)?.kind).not.toBe("output");
    expect(index.steps.at(-1)?.last).toBe(index.run.events.length - 1);
  });
});
