import { describe, expect, it } from "vitest";
import { marksAt } from "../../src/editor/marks";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { goldenRun } from "../support/golden";

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
