/**
 * Edits of a program in percent format by its cells. Each is a function of the text and a position in one of its cells, and gives one
 * change, null where there is nothing to do. Cells are those that `cellsIn` finds: a line that begins with `# %%` begins one in a string too, as it
 * does for the library. Comments before the first marker are no cell: they stay where they are.
 */
import { type CellSpan, cellSpans, lineStarts, spanIndexAt } from "./cell-spans";
import { TEXT_TAG, withoutMarkers } from "./cells";

/** Put `insert` in the place of the characters between `from` and `to`; afterwards the cursor is at `cursor` in the new text. */
export interface CellEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly cursor: number;
}

export type EditCell = (code: string, at: number) => CellEdit | null;

const MARKER = "# %%";
const TEXT_MARKER = "# %% [markdown]";
const LINE_END = /\r\n|\r|\n/;
const BLANK_LINES = /^(?:[ \t]*(?:\r\n|\r|\n))*/;

/** An empty cell of code below the one at `at`; the first one of a program without cells below all of it. */
export function addCell(code: string, at: number): CellEdit {
  const spans = cellSpans(code);
  return newCell(code, spans[spanIndexAt(spans, at)]?.to ?? code.length, MARKER);
}

/** The line at `at` begins a new cell; behind the end of a line the next one does. */
export function splitCell(code: string, at: number): CellEdit | null {
  const spans = cellSpans(code);
  const { body, to, kind } = spans[spanIndexAt(spans, at)] ?? { body: 0, to: code.length, kind: "code" };
  if (at < body || code.trim() === "") return null;
  const starts = lineStarts(code);
  const start = starts.findLast(each => each <= at) ?? 0;
  const next = starts.find(each => each > at) ?? code.length;
  const isBehind = code.slice(at, next).trim() === "" && code.slice(start, at).trim() !== "";
  const cut = isBehind ? next : start;
  const rest = code.slice(cut, to);
  const marker = kind === "text" ? TEXT_MARKER : MARKER;
  if (rest.trim() === "") return newCell(code, to, marker);
  const lineEnd = lineEndOf(code);
  const insert = `${leadOf(code.slice(0, cut), lineEnd)}${marker}${lineEnd}`;
  const begin = cut + (BLANK_LINES.exec(rest)?.[0].length ?? 0);
  return { from: cut, to: begin, insert, cursor: cut + insert.length + Math.max(0, at - begin) };
}

/** One cell of this one and the next. Of text and code it is code, in which text is comments; the next one's title stays as a comment. */
export function joinCells(code: string, at: number): CellEdit | null {
  const spans = cellSpans(code);
  const index = spanIndexAt(spans, at);
  const [cell, next] = [spans[index], spans[index + 1]];
  if (cell === undefined || next === undefined) return null;
  const isCode = cell.kind === "code" || next.kind === "code";
  const marker = code.slice(cell.from, cell.body);
  const head = isCode && cell.kind === "text" ? marker.replace(TEXT_TAG, "") : marker;
  const bodyOf = (each: CellSpan) => {
    const body = code.slice(each.body, each.to);
    return isCode && each.kind === "text" ? commented(body, line => !line.startsWith("#")) : body;
  };
  const title = next.title === "" ? "" : `${withoutMarkers(`# ${next.title}`)}${lineEndOf(code)}`;
  const own = bodyOf(cell);
  const cursor = at < cell.body ? Math.min(at, cell.from + head.trimEnd().length) : at + head.length - marker.length;
  return changeOf(code, { from: cell.from, to: next.to, insert: `${head}${own}${title}${bodyOf(next)}`, cursor });
}

export const moveUp: EditCell = (code, at) => moveCell(code, at, -1);
export const moveDown: EditCell = (code, at) => moveCell(code, at, 1);

/** The cell changes places with its neighbour; the blank lines behind them stay where they are. */
function moveCell(code: string, at: number, by: 1 | -1): CellEdit | null {
  const spans = cellSpans(code);
  const index = spanIndexAt(spans, at);
  const [upper, lower] = [spans[Math.min(index, index + by)], spans[Math.max(index, index + by)]];
  if (upper === undefined || lower === undefined || isHeader(upper)) return null;
  const [first, second] = [partsOf(code, upper), partsOf(code, lower)];
  const down = `${second.text}${first.blank}`;
  const insert = `${down}${first.text}${second.blank}`;
  const moved = by > 0 ? { ...first, cell: upper, start: upper.from + down.length } : { ...second, cell: lower, start: upper.from };
  const inCell = Math.max(0, Math.min(at - moved.cell.from + moved.added, moved.text.length));
  return changeOf(code, { from: upper.from, to: lower.to, insert, cursor: moved.start + inCell });
}

/** Code becomes text, each line a comment; text becomes code, without the signs of comments. */
export function switchKind(code: string, at: number): CellEdit | null {
  const spans = cellSpans(code);
  const cell = spans[spanIndexAt(spans, at)];
  if (cell === undefined || isHeader(cell)) return null;
  const { from, to, body, kind, marked } = cell;
  const lineEnd = lineEndOf(code);
  const marker = marked ? code.slice(from, body) : `${MARKER}${lineEnd}`;
  const own = code.slice(body, to);
  const insert =
    kind === "code"
      ? `${marker.trimEnd()} [markdown]${LINE_END.exec(marker)?.[0] ?? ""}${withoutMarkers(commented(own, () => true))}`
      : `${marker.replace(TEXT_TAG, "")}${withoutMarkers(own.replace(/^# ?/gm, ""))}`;
  return changeOf(code, { from, to, insert, cursor: from + (LINE_END.exec(insert)?.index ?? insert.length) });
}

function newCell(code: string, at: number, marker: string): CellEdit {
  const lineEnd = lineEndOf(code);
  const head = `${leadOf(code.slice(0, at), lineEnd)}${marker}${lineEnd}`;
  const insert = code.slice(at).trim() === "" ? head : `${head}${lineEnd}${lineEnd}`;
  return { from: at, to: at, insert, cursor: at + head.length };
}

/** What is in front of a marker behind `text`, so that it begins a line and has a blank line above it. */
function leadOf(text: string, lineEnd: string): string {
  const lines = text.split(LINE_END);
  const last = (lines.at(-1) ?? "").replace("\ufeff", "");
  if (last.trim() !== "") return `${lineEnd}${lineEnd}`;
  if (last !== "") return lineEnd;
  return (lines.at(-2) ?? "").trim() === "" ? "" : lineEnd;
}

function lineEndOf(code: string): string {
  return LINE_END.exec(code)?.[0] ?? "\n";
}

/** Comments before the first marker. */
function isHeader({ kind, marked }: CellSpan): boolean {
  return kind === "text" && !marked;
}

/** A cell as it stands in another place, where it needs a marker, and the blank lines behind it. */
function partsOf(code: string, { from, to, marked }: CellSpan) {
  const whole = code.slice(from, to);
  const text = whole.trimEnd();
  const blank = whole.slice(text.length);
  if (marked) return { text, blank, added: 0 };
  const bare = text.replace(BLANK_LINES, "");
  const head = `${MARKER}${lineEndOf(code)}`;
  return { text: `${head}${bare}`, blank, added: head.length - (text.length - bare.length) };
}

/** Lines that are not blank as comments, where they are to become some. */
function commented(text: string, isToBe: (line: string) => boolean): string {
  return text.replace(/^.*\S.*$/gm, line => (isToBe(line) ? `# ${line}` : line));
}

/** The same change without what it leaves as it is at both ends, so that marks there stay. */
function changeOf(code: string, { from, to, insert, cursor }: CellEdit): CellEdit {
  let [start, end, last] = [0, to, insert.length];
  while (start < last && from + start < to && insert[start] === code[from + start]) start++;
  while (last > start && end > from + start && insert[last - 1] === code[end - 1]) {
    last--;
    end--;
  }
  return { from: from + start, to: end, insert: insert.slice(start, last), cursor };
}
