/** Anchors and pointers name every step and every thing of the examples, hold for another run, and say when they are lost. */
import { describe, expect, test } from "vitest";
import { anchorOf, eventsOf, sameAnchor } from "../../src/notes/anchors";
import { isBlank, momentsOf, moved, NO_NOTES, noteOf, withChapter, withEnd, without, withPointer, withText } from "../../src/notes/draft";
import { pointerOf, thingOf } from "../../src/notes/pointers";
import { chapterAt, inLanguage, notesAt, placesIn, plainText, tellNotes } from "../../src/notes/told";
import type { NoteAnchor, NoteBlock, Run, ShownNotes } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { goldenNames, goldenRun } from "../support/golden";

const NAME = "stale/edit-after-save";
const film = makeFilm(goldenRun(NAME));
const UNSAID = { en: [], zh: [] };
const block = (text: string): NoteBlock => ({ kind: "paragraph", pieces: [{ text, marks: [], href: null }] });

function anchorAt(position: number): NoteAnchor {
  const at = anchorOf(film.run, film.index.steps[position]?.event ?? -1);
  if (at === null) throw new Error(`no anchor for step ${position}`);
  return at;
}

function shown(notes: Partial<ShownNotes>): ShownNotes {
  return { notes: [], chapters: [], opens: null, stops: null, ...notes };
}

/** The same program, as an engine would record it that notes one event more at its beginning. */
function later(run: Run): Run {
  const [first] = run.events;
  if (first === undefined) throw new Error("no events");
  const output = { kind: "output", stream: "stdout", text: "hello", line: first.line, file: 0, kept: null, dropped: [], index: 0 } as const;
  return { ...run, events: [output, ...run.events].map((event, index) => ({ ...event, index })) };
}

describe("anchors", () => {
  test("of every step of every example lead back to its event", () => {
    for (const name of goldenNames()) {
      const { run, index } = makeFilm(goldenRun(name));
      const find = eventsOf(run);
      for (const step of index.steps) {
        const at = anchorOf(run, step.event);
        expect(at && find(at), `${name} step ${step.position}`).toBe(step.event);
      }
    }
  });

  test("of every step of an example differ", () => {
    for (const name of goldenNames()) {
      const { run, index } = makeFilm(goldenRun(name));
      const all = index.steps.map(step => JSON.stringify(anchorOf(run, step.event)));
      expect(new Set(all).size, name).toBe(all.length);
    }
  });

  test("hold for a run that recorded an event more", () => {
    for (const { event } of film.index.steps) {
      const at = anchorOf(film.run, event);
      expect(at && eventsOf(later(film.run))(at)).toBe(event + 1);
    }
  });

  test("of another kind, line, name or number are lost", () => {
    const at = anchorAt(3);
    for (const other of [{ kind: "warning" }, { line: 999 }, { name: "no such op" }, { nth: 50 }, { file: 1 }] as const)
      expect(eventsOf(film.run)({ ...at, ...other })).toBeNull();
  });
});

describe("pointers", () => {
  test("at every tensor and node of every example lead back to it", () => {
    for (const name of goldenNames()) {
      const { run, index } = makeFilm(goldenRun(name));
      for (const { id } of run.tensors) {
        const pointer = pointerOf(index, { kind: "tensor", id });
        expect(pointer && thingOf(index, pointer)?.target).toEqual({ kind: "tensor", id });
      }
      for (const { id } of run.nodes) {
        const pointer = pointerOf(index, { kind: "node", id });
        expect(pointer && thingOf(index, pointer)?.target).toEqual({ kind: "node", id });
      }
    }
  });

  test("at ops and lines lead to them, and at what is not there nowhere", () => {
    const op = film.run.events.find(event => event.kind === "op");
    if (op?.kind !== "op") throw new Error("no op");
    const pointer = { what: "op", line: op.line, file: 0, name: op.name, nth: 1 } as const;
    expect(thingOf(film.index, pointer)?.event).toBe(op.index);
    expect(thingOf(film.index, { ...pointer, name: "none" })).toBeNull();
    expect(thingOf(film.index, { ...pointer, what: "line", name: "" })).not.toBeNull();
    expect(thingOf(film.index, { ...pointer, what: "line", line: 999 })).toBeNull();
  });
});

describe("notes in a film", () => {
  test("stand at their steps, chapters go on until the next one begins", () => {
    const told = tellNotes(
      film,
      shown({
        notes: [{ at: anchorAt(4), text: { en: [block("four")], zh: [] }, speaker: UNSAID, points: [] }],
        chapters: [
          { at: anchorAt(5), name: { en: "second", zh: "" } },
          { at: anchorAt(2), name: { en: "first", zh: "" } },
        ],
        opens: anchorAt(2),
        stops: anchorAt(6),
      }),
    );
    expect(notesAt(told, 4).map(({ text }) => plainText(text.en))).toEqual(["four"]);
    expect(notesAt(told, 3)).toEqual([]);
    expect(told.chapters).toEqual([
      { from: 2, to: 4, name: { en: "first", zh: "" } },
      { from: 5, to: film.last, name: { en: "second", zh: "" } },
    ]);
    expect([0, 2, 4, 5].map(position => chapterAt(told, position)?.name.en)).toEqual([undefined, "first", "first", "second"]);
    expect([told.opens, told.stops, told.lost]).toEqual([2, 6, []]);
  });

  test("that have lost their moment are said to have", () => {
    const nowhere = { what: "tensor", line: 1, file: 0, name: "none", nth: 1 } as const;
    const gone: NoteAnchor = { ...anchorAt(4), nth: 99 };
    const told = tellNotes(film, shown({ notes: [{ at: gone, text: UNSAID, speaker: UNSAID, points: [nowhere] }], stops: gone }));
    expect(told.lost.map(({ what }) => what)).toEqual(["note", "stops", "point"]);
    expect([told.notes.size, told.stops, placesIn(film)(gone)]).toEqual([0, null, null]);
  });

  test("in one language are shown in the other one too", () => {
    expect(inLanguage({ en: "", zh: "二" }, "en")).toEqual({ lang: "zh", text: "二" });
    expect(inLanguage({ en: "two", zh: "二" }, "zh")).toEqual({ lang: "zh", text: "二" });
    expect(inLanguage({ en: "", zh: "" }, "zh")).toEqual({ lang: "zh", text: "" });
  });
});

describe("a draft", () => {
  const [one, other] = [anchorAt(3), anchorAt(4)];

  test("that is written and taken back is blank again", () => {
    const pointer = { what: "line", line: 1, file: 0, name: "", nth: 1 } as const;
    let draft = withText(NO_NOTES, one, "en", "text");
    draft = withPointer(withChapter(draft, one, "zh", "章"), one, pointer);
    draft = withEnd(draft, "opens", one);
    expect(isBlank(draft)).toBe(false);
    draft = withPointer(withText(draft, one, "en", ""), one, pointer);
    draft = withEnd(withChapter(draft, one, "zh", " "), "opens", one);
    expect(isBlank(draft)).toBe(true);
  });

  test("keeps a note that only points at something", () => {
    const draft = withPointer(NO_NOTES, one, { what: "line", line: 1, file: 0, name: "", nth: 1 });
    expect(noteOf(draft, one)?.points.length).toBe(1);
  });

  test("moves all that is said about a moment to another one", () => {
    const draft = withEnd(withChapter(withText(NO_NOTES, one, "en", "text"), one, "en", "name"), "stops", one);
    const after = moved(draft, one, other);
    expect(momentsOf(after)).toEqual([other]);
    expect(noteOf(after, other)?.text.en).toBe("text");
    expect(after.stops && sameAnchor(after.stops, other)).toBe(true);
    expect(isBlank(without(after, other))).toBe(true);
  });
});
