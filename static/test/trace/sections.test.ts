import { describe, expect, it } from "vitest";
import type { Run } from "../../src/trace/contract";
import { type Film, makeFilm } from "../../src/trace/film";
import { foldKey, partsOf, sectionsOf, type TimelinePart, toldSections } from "../../src/trace/sections";
import { goldenNames, goldenRun } from "../support/golden";

const everything = () => true;
const NONE: ReadonlySet<string> = new Set();

function named(parts: readonly TimelinePart[]): readonly string[] {
  return parts.map(part => (part.kind === "rounds" ? `${part.first} to ${part.last}` : `${part.round ?? "-"} ${part.kind}`));
}

/** The golden training loop with as many rounds: each a copy of the second, events and all that they mention. */
function trained(rounds: number): Film {
  const run = goldenRun("whole/training-loop");
  const header = run.events.filter(event => event.kind === "line" && /^\s*for\b/.test(run.code.split("\n")[(event.line ?? 1) - 1] ?? ""));
  const [from, to] = [header[1]?.index ?? 0, header[2]?.index ?? 0];
  const more = rounds - header.length + 1;
  const later = (events: Run["events"], by: number) =>
    events.map(event => ("rounds" in event ? { ...event, rounds: event.rounds.map(round => round + by) } : event));
  const copies = Array.from({ length: more }, (_, at) => later(run.events.slice(from, to), at + 1)).flat();
  const events = [...run.events.slice(0, to), ...copies, ...later(run.events.slice(to), more)].map((event, index) => ({ ...event, index }));
  return makeFilm({ ...run, events, diagnoses: [] } as Run);
}

describe("the sections of", () => {
  it("a training loop are its chapters by round", () => {
    expect(named(sectionsOf(makeFilm(goldenRun("whole/training-loop")))).slice(0, 7)).toEqual([
      "- forward",
      "1 forward",
      "1 backward",
      "1 update",
      "2 forward",
      "2 backward",
      "2 update",
    ]);
  });

  it.each(goldenNames())("%s cover every step once", name => {
    const film = makeFilm(goldenRun(name));
    const covered = sectionsOf(film).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    expect(covered).toEqual(film.index.steps.map(step => step.position));
  });
});

describe("on the timeline of many rounds", () => {
  const film = trained(40);

  it("the first and the last are shown and those between are one fold", () => {
    const parts = named(partsOf(film, everything, NONE));
    expect(parts.slice(0, 5)).toEqual(["- forward", "1 forward", "1 backward", "1 update", "2 to 39"]);
    expect(parts.filter(part => part.startsWith("40"))).toEqual(["40 forward", "40 backward", "40 update"]);
    expect(toldSections(film).some(({ round }) => round === 7)).toBe(false);
  });

  it("a fold opens into a handful of folds, and one of those into rounds", () => {
    const outer = new Set([foldKey({ first: 2, last: 39 })]);
    const folds = partsOf(film, everything, outer).filter(part => part.kind === "rounds");
    expect(folds.length).toBe(8);
    const inner = partsOf(film, everything, new Set([...outer, foldKey(folds[0] ?? expect.fail("no fold"))]));
    expect(named(inner)).toContain("3 backward");
    expect(inner.length).toBeLessThan(40);
  });

  it("what is not shown of a story has no part", () => {
    const [first] = sectionsOf(film);
    const to = first?.to ?? 0;
    expect(partsOf(film, from => from <= to, NONE)).toEqual([first]);
  });
});
