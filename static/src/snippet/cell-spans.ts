/** Where the cells of a program begin and end, in characters; and the part of a program that a run to a cell is of. */
import { type CellRange, cellsIn, hasCells } from "./cells";

/** Positions count characters from the start of the text. */
export interface CellSpan extends CellRange {
  readonly from: number;
  /** Behind the end of its last line. */
  readonly to: number;
  /** Where its lines begin: behind the marker's, where it has one. */
  readonly body: number;
}

const LINE_END = /\r\n|\r|\n/g;
const NEXT_CELL = /^\s*[\r\n]# %%/;

/** In order, as `cellsIn` finds them. */
export function cellSpans(code: string): readonly CellSpan[] {
  const cells = hasCells(code) ? cellsIn(code) : [];
  if (cells.length === 0) return [];
  const starts = lineStarts(code);
  const at = (line: number) => starts[line] ?? code.length;
  return cells.map(cell => {
    const from = at(cell.line - 1);
    return { ...cell, from, to: at(cell.endLine), body: cell.marked ? at(cell.line) : from };
  });
}

/** Where each line begins; a byte order mark is in front of the first one. */
export function lineStarts(code: string): readonly number[] {
  const ends = [...code.matchAll(LINE_END)].map(({ index, 0: end }) => index + end.length);
  return [code.startsWith("\ufeff") ? 1 : 0, ...ends];
}

/** The number in `spans` of the cell at a position; blank lines before the first cell belong to it. -1 where there is none. */
export function spanIndexAt(spans: readonly CellSpan[], at: number): number {
  return spans.length === 0
    ? -1
    : Math.max(
        0,
        spans.findLastIndex(({ from }) => from <= at),
      );
}

/** A program up to the end of a cell of code; all of it where no code follows, or where there is no such cell. */
export function throughCell(code: string, index: number): string {
  const spans = cellSpans(code);
  const cell = spans.find(each => each.index === index);
  const isLast = cell === undefined || !spans.some(each => each.index !== null && each.index > index);
  return isLast ? code : code.slice(0, cell.to).trimEnd();
}

/** What of `code` stands behind `part`, with the blank lines between; null where `part` is not its beginning up to the end of a cell. */
export function restAfter(part: string, code: string): string | null {
  const start = part.trimEnd();
  if (start === "" || !code.startsWith(start)) return null;
  const rest = code.slice(start.length);
  return NEXT_CELL.test(rest) ? rest : null;
}

/** The cells of code behind `part`; none where that is not the program's beginning up to the end of a cell. */
export function cellsAfter(part: string, code: string): readonly CellSpan[] {
  const rest = restAfter(part, code);
  if (rest === null) return [];
  return cellSpans(code).filter(({ index, from }) => index !== null && from >= code.length - rest.length);
}
