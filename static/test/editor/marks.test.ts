import { describe, expect, it } from "vitest";
import { marksAt } from "../../src/editor/marks";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { threeErrors } from "../support/cells";
import { goldenRun, storyRun } from "../support/golden";

function badgesOf(name: string, position: "key" | "last") {
  const film = makeFilm(goldenRun(name));
  const at = position === "key" ? film.keyPosition : film.last;
  return marksAt(film, at, words("en")).lines.map(({ line, sign, badges }) => ({ line, sign, badges }));
}

describe("an optimizer's step", () => {
  const edited = badgesOf("hidden/step-between-backwards", "key").filter(({ sign }) => sign === "edited");

  it("has one badge, which counts the parameters that it edits", () => {
    expect(edited).toHaveLength(1);
    expect(edited[0]?.badges.map(({ text, short }) => [text, short])).toEqual([["edits 4 parameters", "4"]]);
  });

  it("names each parameter where the badge is opened", () => {
    expect(edited[0]?.badges[0]?.parts).toContain("second.weight v1 → v2");
  });
});

it("an edit of one tensor says its versions", () => {
  const [edit] = badgesOf("stale/edit-after-save", "key").filter(({ sign }) => sign === "edited");
  expect(edit?.badges.map(({ text, short, parts }) => [text, short, parts])).toEqual([["d v0 → v1", "v1", []]]);
});

it("the line that raises says so last", () => {
  const raises = badgesOf("stale/edit-after-save", "last").find(({ sign }) => sign === "raises");
  expect(raises?.badges.at(-1)?.text).toBe("raises");
});

it("the line where a gradient becomes zero says so, and not that it makes an infinity", () => {
  const run = storyRun("zero_gradient");
  const film = makeFilm({ ...run, diagnoses: run.diagnoses.map(each => ({ ...each, severity: "warning" as const })) });
  const texts = marksAt(film, film.last, words("en")).lines.flatMap(({ badges }) => badges.map(({ text }) => text));
  expect(texts).toContain("makes the gradient zero");
  expect(texts).not.toContain("makes an infinity");
});

describe("a film of cells", () => {
  const film = makeFilm(threeErrors);
  const marked = (position: number) => marksAt(film, position, words("en"));

  it("has the value and the error of each cell below it, as a notebook does", () => {
    const ends = marked(film.last).cells?.ends.map(({ line, endLine, echo, error }) => [line, endLine, echo, error?.slice(0, 30) ?? null]);
    expect(ends).toEqual([
      [6, 10, "tensor([ 1.5410, -0.2934, -2.1788], requires_grad=True)", null],
      [14, 16, null, "RuntimeError: a leaf Variable "],
      [20, 25, null, "RuntimeError: one of the varia"],
      [29, 33, null, "RuntimeError: Trying to backwa"],
      [37, 41, "tensor([  9.2460,  -1.7606, -13.0727])", null],
    ]);
  });

  it("underlines the line of every error", () => {
    const { error, cells } = marked(0);
    expect([error?.line, cells?.errors.map(({ line }) => line)]).toEqual([15, [24, 32]]);
  });

  it("marks the lines that raise as the film comes to them", () => {
    const raising = (position: number) => marked(position).lines.flatMap(({ line, sign }) => (sign === "raises" ? [line] : []));
    expect(raising(0)).toEqual([]);
    expect(raising(film.keyPosition)).toEqual([15]);
    expect(raising(film.last)).toEqual([15, 24, 32]);
  });

  it("tells what of the cells is still to come", () => {
    expect(marked(film.keyPosition).cells?.ends.map(({ isAhead }) => isAhead)).toEqual([false, false, true, true, true]);
  });

  it("shows what a cell printed before its value", () => {
    const cell = threeErrors.cells.find(({ index }) => index === 1);
    const first = cell?.events?.[0] ?? 0;
    const events = threeErrors.events.map(event =>
      event.index === first
        ? { kind: "output" as const, index: first, line: 7, file: 0, stream: "stdout" as const, text: "hello\n" }
        : event,
    );
    const { cells } = marksAt(makeFilm({ ...threeErrors, events: events as typeof threeErrors.events }), 0, words("en"));
    expect(cells?.ends[0]).toMatchObject({ printed: "hello", echo: expect.stringContaining("tensor") });
  });
});
