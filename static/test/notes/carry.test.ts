import { describe, expect, test } from "vitest";
import { anchorOf, eventsOf } from "../../src/notes/anchors";
import { carryNotes, linesMoved } from "../../src/notes/carry";
import { NO_NOTES, NO_TEXT, withEnd, withPointer, withText } from "../../src/notes/draft";
import { pointerOf, thingOf } from "../../src/notes/pointers";
import { tellNotes } from "../../src/notes/told";
import type { NoteAnchor, Notes, Run, ShownNotes } from "../../src/trace/contract";
import { type Film, makeFilm } from "../../src/trace/film";
import { editedRun } from "../support/edited";
import { goldenNames, goldenRun } from "../support/golden";

/** Lines 7 and 8 both call matmul; line 9 edits what line 8 has saved. */
const run = goldenRun("stale/edit-after-save");
const lines = run.code.split("\n");

/** A note to every step of a film that has a line, pointing at everything that has a name. */
function notesTo({ run, index }: Film): Notes {
  const moments = index.steps.flatMap(({ event }) => anchorOf(run, event) ?? []).filter(({ line }) => line !== null);
  const written = moments.reduce((draft, at) => withText(draft, at, "en", `${at.kind} ${at.line}`), NO_NOTES);
  const [first] = moments;
  const things = run.tensors.flatMap(({ id }) => pointerOf(index, { kind: "tensor", id }) ?? []).filter(({ line }) => line !== null);
  return first ? things.reduce((draft, pointer) => withPointer(draft, first, pointer), written) : written;
}

function shown(notes: Notes): ShownNotes {
  return { ...notes, notes: notes.notes.map(note => ({ ...note, text: { en: [], zh: [] }, speaker: { en: [], zh: [] } })) };
}

function lost(film: Film, notes: Notes): readonly string[] {
  return tellNotes(film, shown(notes)).lost.map(({ what, at }) => `${what} ${at.name}`);
}

function anchor(of: Run, kind: NoteAnchor["kind"], name: string, line: number): NoteAnchor {
  const at = of.events.find(each => each.kind === kind && each.line === line && "name" in each && each.name === name);
  const found = at && anchorOf(of, at.index);
  if (!found) throw new Error(`no ${kind} ${name} on line ${line}`);
  return found;
}

const insertedAbove = (of: Run, count: number) =>
  makeFilm(editedRun(of, { code: `${"# a comment\n".repeat(count)}${of.code}`, lineOf: line => line + count }));

describe("notes to an edited program", () => {
  test("keep every moment and every thing of every example where lines are put in above", () => {
    for (const name of goldenNames()) {
      const before = makeFilm(goldenRun(name));
      const after = insertedAbove(before.run, 2);
      const { notes, kept } = carryNotes(notesTo(before), before.run.code, after);
      expect(lost(after, notes), name).toEqual([]);
      expect(kept, name).toBe(1);
      const find = eventsOf(after.run);
      for (const { at, text } of notes.notes) expect(`${at.kind} ${(at.line ?? 0) - 2}`, name).toBe(text.en);
      expect(notes.notes.map(({ at }) => find(at))).toEqual(notesTo(before).notes.map(({ at }) => eventsOf(before.run)(at)));
    }
  });

  test("lose the moments of a line that is deleted, and do not take the line that comes into its place for it", () => {
    const at = anchor(run, "op", "matmul", 7);
    const written = withText(NO_NOTES, at, "en", "the first matmul");
    const film = makeFilm(
      editedRun(run, {
        code: lines.filter((_, number) => number !== 6).join("\n"),
        lineOf: line => (line < 7 ? line : line === 7 ? null : line - 1),
      }),
    );
    expect(eventsOf(film.run)(at), "another matmul stands there now").not.toBeNull();
    const { notes, kept } = carryNotes(written, run.code, film);
    expect(lost(film, notes)).toEqual(["note matmul"]);
    expect(notes.notes[0]?.text.en).toBe("the first matmul");
    expect(kept).toBeGreaterThan(0.8);
  });

  test("keep apart two moments that are lost alike", () => {
    const [first, second] = [anchor(run, "op", "matmul", 7), anchor(run, "op", "matmul", 8)];
    const written = withText(withText(NO_NOTES, first, "en", "one"), second, "en", "two");
    const film = makeFilm(
      editedRun(run, {
        code: lines.filter((_, number) => number !== 6 && number !== 7).join("\n"),
        lineOf: line => (line < 7 ? line : line < 9 ? null : line - 2),
      }),
    );
    const { notes } = carryNotes(withEnd(written, "opens", second), run.code, film);
    expect(new Set(notes.notes.map(({ at }) => JSON.stringify(at))).size).toBe(2);
    expect(notes.opens).toEqual(notes.notes[1]?.at);
  });

  test("keep the names of a variable that is called otherwise", () => {
    const film = makeFilm(
      editedRun(run, {
        code: run.code.replace("d = x", "hidden = x").replace("f = d", "f = hidden").replace("d[:]", "hidden[:]"),
        lineOf: line => line,
        renamed: ["d", "hidden"],
      }),
    );
    const bind = anchor(run, "bind", "d", 7);
    const tensor = run.tensors.find(({ names }) => names[0] === "d");
    const pointer = pointerOf(makeFilm(run).index, { kind: "tensor", id: tensor?.id ?? "" });
    if (!pointer) throw new Error("no d");
    const { notes } = carryNotes(
      { ...NO_NOTES, notes: [{ at: bind, text: NO_TEXT, speaker: NO_TEXT, points: [pointer] }] },
      run.code,
      film,
    );
    expect(notes.notes[0]?.at).toEqual({ ...bind, name: "hidden" });
    const [point] = notes.notes[0]?.points ?? [];
    expect(point && thingOf(film.index, point)?.target).toEqual({ kind: "tensor", id: tensor?.id });
    expect(lost(film, notes)).toEqual([]);
  });

  test("keep the rounds of a loop apart", () => {
    const name = goldenNames().find(each => goldenRun(each).events.some(event => (anchorOf(goldenRun(each), event.index)?.nth ?? 0) > 2));
    if (name === undefined) throw new Error("no example with a loop");
    const before = makeFilm(goldenRun(name));
    const later = before.index.steps
      .flatMap(({ event }) => anchorOf(before.run, event) ?? [])
      .filter(({ nth, line }) => nth > 1 && line !== null);
    expect(later.length).toBeGreaterThan(0);
    const written = later.reduce((draft, at) => withText(draft, at, "en", `${at.nth}`), NO_NOTES);
    const { notes } = carryNotes(written, before.run.code, insertedAbove(before.run, 1));
    expect(notes.notes.map(({ at }) => `${at.nth}`)).toEqual(notes.notes.map(({ text }) => text.en));
  });

  test("keep apart two events on one line", () => {
    const [op, bind] = [anchor(run, "op", "matmul", 7), anchor(run, "bind", "d", 7)];
    const written = withText(withText(NO_NOTES, op, "en", "op"), bind, "en", "bind");
    const { notes } = carryNotes(written, run.code, insertedAbove(run, 3));
    expect(notes.notes.map(({ at, text }) => [at.kind, at.line, text.en])).toEqual([
      ["op", 10, "op"],
      ["bind", 10, "bind"],
    ]);
  });

  test("keep hardly a line of another program", () => {
    expect(carryNotes(notesTo(makeFilm(run)), run.code, makeFilm(goldenRun("twice/backward-twice"))).kept).toBeLessThan(0.5);
  });

  test("say of an event that this run does not have any more that it is lost", () => {
    const stops = makeFilm({
      ...run,
      events: run.events.filter(({ kind }) => kind !== "raise" && kind !== "unpack").map((event, index) => ({ ...event, index })),
    });
    const raised = run.events.find(({ kind }) => kind === "raise");
    const at = raised && anchorOf(run, raised.index);
    if (!at) throw new Error("no raise");
    const { notes } = carryNotes(withText(NO_NOTES, at, "en", "it raises"), run.code, stops);
    expect(tellNotes(stops, shown(notes)).lost.map(({ what }) => what)).toEqual(["note"]);
  });
});

describe("lines", () => {
  test("move with what is put in and taken out above them", () => {
    const moved = linesMoved("a\nb\nc\n", "x\na\nc\n");
    expect([...moved]).toEqual([
      [1, 2],
      [2, null],
      [3, 3],
    ]);
  });

  test("that are changed where they stand keep their place, and of others nobody can tell", () => {
    expect([...linesMoved("a\nb\nc", "a\nB\nc")]).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(linesMoved("a\nb\nc", "a\nB\nB2\nc").get(2)).toBeNull();
  });
});
