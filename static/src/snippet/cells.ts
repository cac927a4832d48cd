/**
 * Programs in percent format, as VS Code, Spyder and jupytext read it: a line that begins with `# %%` begins a cell.
 *
 * What follows on that line is its title; `# %% [markdown]` begins a cell of text, whose lines are comments. A program without such a
 * line has no cells. The library divides in the same way (gradreel/cells.py): `test/snippet/cells.json` holds cases for both.
 */

/** A cell as a page shows it: text is not in comments yet. */
export interface SourceCell {
  readonly kind: "code" | "text";
  readonly text: string;
}

/** Where a cell is in a program; lines count from 1, and the first is that of the marker, where there is one. */
export interface CellRange {
  /** Of cells of code, from 1; null for text. */
  readonly index: number | null;
  readonly kind: "code" | "text";
  readonly title: string;
  readonly line: number;
  readonly endLine: number;
  readonly marked: boolean;
}

const MARKER = /^# %%+(.*)$/s;
/** Makes a cell of text, with the blanks in front of it. */
export const TEXT_TAG = /(?<![ \t])[ \t]*\[(?:markdown|md|raw)\]/i;
export const LINE_END = /\r\n|\r|\n/;
/** What Python takes for blanks in a line; other characters that are not seen are code to it, though no right one. */
const BLANKS = " \t\f";
const SPACES = /[\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/g;
const BYTE_ORDER_MARK = "\ufeff";
const MAX_TITLE_CHARACTERS = 200;

/** One cell of code needs no marker, so that it stays the program that it is. */
export function toPercent(cells: readonly SourceCell[]): string {
  const [only] = cells;
  if (cells.length === 1 && only?.kind === "code") return ended(only.text);
  return cells.map(({ kind, text }) => (kind === "code" ? `# %%\n${ended(text)}` : `# %% [markdown]\n${commented(text)}`)).join("\n");
}

export function hasCells(code: string): boolean {
  return code.includes("# %%") && linesOf(code).some(line => MARKER.test(line));
}

/** The cells of a program in order; none where it has no marker. Before the first one, blank lines are no cell, and comments are text. */
export function cellsIn(code: string): readonly CellRange[] {
  const lines = linesOf(code);
  const starts = lines.flatMap((line, at) => (MARKER.test(line) ? [at] : []));
  const [first] = starts;
  if (first === undefined) return [];
  const isBefore = lines.slice(0, first).some(line => !isBlank(line));
  let index = 0;
  return [...(isBefore ? [0] : []), ...starts].map((start, at, all) => {
    const marker = at === 0 && isBefore ? null : MARKER.exec(lines[start] ?? "");
    const rest = marker?.[1] ?? "";
    const isText = marker === null ? !lines.slice(0, first).some(isCode) : TEXT_TAG.test(rest);
    const kind = isText ? "text" : "code";
    return {
      index: kind === "code" ? ++index : null,
      kind,
      title: titleIn(rest.replace(TEXT_TAG, " ")),
      line: start + 1,
      endLine: all[at + 1] ?? lines.length,
      marked: marker !== null,
    };
  });
}

/** The words of a text, with one blank between two of them, as far as a title has room. */
export function titleIn(text: string): string {
  const words = text.split(SPACES).filter(Boolean).join(" ");
  return Array.from(words).slice(0, MAX_TITLE_CHARACTERS).join("");
}

export function isBlank(line: string): boolean {
  return withoutBlanksAtEnd(line) === "";
}

export function withoutBlanksAtEnd(line: string, blanks = BLANKS): string {
  let end = line.length;
  while (end > 0 && blanks.includes(line.charAt(end - 1))) end--;
  return line.slice(0, end);
}

function linesOf(code: string): readonly string[] {
  return (code.startsWith(BYTE_ORDER_MARK) ? code.slice(1) : code).split(LINE_END);
}

function isCode(line: string): boolean {
  return !/^[ \t\f]*(?:#|$)/.test(line);
}

/** The words of a cell of text, without the signs of comments. */
export function textOfCell(code: string, { line, endLine }: Pick<CellRange, "line" | "endLine">): string {
  const lines = linesOf(code).slice(line, endLine);
  return lines
    .map(each => each.replace(/^# ?/, ""))
    .join("\n")
    .trim();
}

/** What a notebook shows of the text of a cell, as the library writes it: a title in the place of the marker, and words without `#`. */
export function notebookSource(text: string, kind: SourceCell["kind"]): string {
  const lines = linesOf(text);
  const first = lines.findIndex(line => !isBlank(line));
  const marker = MARKER.exec(lines[first] ?? "");
  const [title, rest] = marker === null ? ["", lines] : [titleIn((marker[1] ?? "").replace(TEXT_TAG, " ")), lines.slice(first + 1)];
  const shown = kind === "text" ? rest.map(line => line.replace(/^# ?/, "")) : rest;
  const source = [...(title === "" ? [] : [`# ${title}`]), ...shown].join("\n");
  return withoutBlanksAtEnd(source, " \t\n");
}

function commented(text: string): string {
  return `${withoutMarkers(text.trim().replace(/^.*$/gm, line => `# ${line}`.trimEnd()))}\n`;
}

/** Lines of a cell that would begin another one stay comments: `# %%bash` becomes `#%%bash`. */
export function withoutMarkers(text: string): string {
  return text.replace(/(?<=^|[\r\n])# %%/g, "#%%");
}

function ended(text: string): string {
  return `${text.replace(/^(?:[ \t]*\n)+/, "").trimEnd()}\n`;
}
