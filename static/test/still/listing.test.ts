import { parseHTML } from "linkedom/worker";
import { expect, it } from "vitest";
import { type CardCode, type LineTone, listing, NO_TONES, tonesOf } from "../../src/still/listing";
import type { Diagnosis } from "../../src/trace/contract";
import { goldenRun } from "../support/golden";

/** A program of forty lines, the second half indented. */
const LINES = Array.from({ length: 40 }, (_, at) => (at < 20 ? `line_${at + 1}` : `        line_${at + 1}`));
const ROW = 27;

/** What is written in a room of so many rows, line by line: its number and its text. */
function written(code: CardCode, rows: number): readonly string[] {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const room = { x: 10, y: 0, width: 400, height: rows * ROW };
  const texts = [...listing(document as unknown as Document, code, room, "light").querySelectorAll("text")];
  const rowsOf = new Map<string, string[]>();
  for (const text of texts) {
    const y = text.getAttribute("y") ?? "";
    rowsOf.set(y, [...(rowsOf.get(y) ?? []), text.textContent ?? ""]);
  }
  return [...rowsOf.values()].map(row => row.join(" "));
}

function marked(...lines: readonly [number, LineTone][]): CardCode {
  return { lines: LINES, current: 20, tones: new Map(lines) };
}

it("shows the lines around the current one where nothing is wrong", () => {
  expect(written({ lines: LINES, current: 10, tones: NO_TONES }, 3)).toEqual(["9 line_9", "10 line_10", "11 line_11"]);
});

it("shows the lines of what is wrong with as much around each as there is room for, and marks what is left out", () => {
  const code = marked([3, "save"], [20, "edit"], [38, "bad"]);
  expect(written(code, 5)).toEqual(["3 line_3", "⋯", "20 line_20", "⋯", "38 line_38"]);
  expect(written(code, 11)).toHaveLength(11);
  expect(written(code, 11)).toContain("4 line_4");
});

it("shows one line in the place of the mark that it is left out", () => {
  expect(written(marked([3, "save"], [5, "edit"]), 3)).toEqual(["3 line_3", "4 line_4", "5 line_5"]);
});

it("falls back to the lines around the current one where those of what is wrong do not fit", () => {
  expect(written(marked([3, "save"], [20, "edit"], [38, "bad"]), 3)).toEqual(["19 line_19", "20 line_20", "21 line_21"]);
});

it("marks each line in the colour of what it did", () => {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const room = { x: 10, y: 0, width: 400, height: 8 * ROW };
  const drawn = listing(document as unknown as Document, marked([19, "save"], [20, "edit"], [22, "bad"]), room, "light");
  const bars = [...drawn.querySelectorAll('rect[width="4"]')].map(bar => bar.getAttribute("fill"));
  expect(bars).toEqual(["#6b6459", "#8f5400", "#b8321a"]);
});

it("takes the lines from the diagnosis: saved, edited, raised", () => {
  const { diagnoses } = goldenRun("stale/edit-after-save");
  const [diagnosis] = diagnoses as [Diagnosis];
  const { saved_line, edit_line, raise_line } = diagnosis;
  expect([...tonesOf(diagnosis, 0)]).toEqual([
    [saved_line, "save"],
    [edit_line, "edit"],
    [raise_line, "bad"],
  ]);
  expect(tonesOf(diagnosis, 1).size).toBe(0);
});
