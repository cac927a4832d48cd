import { describe, expect, test } from "vitest";
import { anchorOf } from "../../src/notes/anchors";
import { tellNotes } from "../../src/notes/told";
import { WHOLE } from "../../src/stage/view";
import { framesOf } from "../../src/still/animation-frames";
import type { NoteAnchor, ShownNote, ShownNotes } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { goldenRun } from "../support/golden";

const film = makeFilm(goldenRun("stale/edit-after-save"));
const ALL = { first: null, last: null, seconds: null };
const NONE = { en: [], zh: [] };

/** The moment of a step. */
function at(position: number): NoteAnchor {
  const event = film.index.steps.find(step => step.position === position)?.event;
  const found = event === undefined ? null : anchorOf(film.run, event);
  if (!found) throw new Error(`step ${position} has no moment`);
  return found;
}

function note(position: number, en: string, zh = ""): ShownNote {
  const paragraph = (text: string) => (text === "" ? [] : [{ kind: "paragraph" as const, pieces: [{ text, style: null, href: null }] }]);
  return { at: at(position), text: { en: paragraph(en), zh: paragraph(zh) }, speaker: NONE, points: [] } as unknown as ShownNote;
}

function told(given: Partial<ShownNotes>) {
  return tellNotes(film, { notes: [], chapters: [], opens: null, stops: null, ...given } as ShownNotes);
}

describe("frames of an animation", () => {
  const plain = framesOf(film, ALL, WHOLE, null, "en");
  const positions = plain.map(({ position }) => position);
  const [second, third, later] = [positions[1] ?? 0, positions[2] ?? 0, positions[4] ?? 0];

  test("go from the step at which the notes open the film to the one at which they stop it", () => {
    const frames = framesOf(film, ALL, WHOLE, told({ opens: at(second), stops: at(later) }), "en");
    expect(frames.map(({ position }) => position)).toEqual(positions.filter(position => position >= second && position <= later));
  });

  test("go on to the end where the notes stop the film before they open it", () => {
    const frames = framesOf(film, ALL, WHOLE, told({ opens: at(later), stops: at(second) }), "en");
    expect(frames.map(({ position }) => position)).toEqual(positions.filter(position => position >= later));
  });

  test("are those that are asked for, whatever the notes say", () => {
    const frames = framesOf(film, { ...ALL, first: 1, last: second + 1 }, WHOLE, told({ opens: at(later) }), "en");
    expect(frames.map(({ position }) => position)).toEqual(positions.filter(position => position <= second));
  });

  test("stay until their note is read, longer in Chinese for as many characters, and never for minutes", () => {
    const text = "字".repeat(40);
    const ms = (shown: ShownNote, lang: "en" | "zh") =>
      framesOf(film, ALL, WHOLE, told({ notes: [shown] }), lang).find(({ position }) => position === third)?.ms ?? 0;
    const before = plain.find(({ position }) => position === third)?.ms ?? 0;
    expect(ms(note(third, "a".repeat(40)), "en")).toBeGreaterThan(before);
    expect(ms(note(third, "", text), "zh")).toBeGreaterThan(ms(note(third, "a".repeat(40)), "en"));
    expect(ms(note(third, "a".repeat(2000)), "en")).toBe(12_000);
    expect(framesOf(film, { ...ALL, seconds: 0.5 }, WHOLE, told({ notes: [note(third, "a".repeat(2000))] }), "en")[2]?.ms).toBe(500);
  });

  test("have the steps with notes that playing would leave out", () => {
    const story = { ...WHOLE, show: "story" as const, story: { positions: [second] } as never };
    const frames = framesOf(film, ALL, story, told({ notes: [note(third, "look")] }), "en");
    expect(frames.map(({ position }) => position)).toEqual([second, third]);
  });
});
