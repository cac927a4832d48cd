/**
 * Reads a notebook's JSON: its cells of code and of text. Outputs are never read.
 *
 * The library writes notebooks whose cells keep their text as it stands in the program (gradreel/film/ipynb.py): read back, those that
 * nobody has edited are that text again.
 */
import { cellsIn, isBlank, LINE_END, notebookSource, type SourceCell, titleIn, withoutBlanksAtEnd, withoutMarkers } from "./cells";
import { entered, withoutCommands } from "./commands";

const TEXT_TAGS = /\[(?:markdown|md|raw)\]/gi;

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
  readonly execution_count?: unknown;
  readonly metadata?: unknown;
}

export interface Notebook {
  readonly program: string;
  /** The cells were run in another order than that in which they stand. */
  readonly isOutOfOrder: boolean;
  /** Lines for IPython alone became comments. */
  readonly hasCommands: boolean;
}

/** The program in a notebook; null for text that is none. */
export function readNotebook(text: string): Notebook | null {
  const cells = cellsOf(text);
  if (cells === null) return null;
  const counts = cells.flatMap(({ execution_count: count }) => (typeof count === "number" ? [count] : []));
  let [program, hasCommands] = ["", false];
  for (const [at, cell] of cells.entries()) {
    const own = ownText(cell, at === 0);
    const source = own === null && cell.cell_type === "code" ? withoutMarkers(entered(sourceOf(cell.source))) : "";
    hasCommands ||= withoutCommands(source) !== source;
    // The last line of a program may have no end.
    program += (program === "" || /[\r\n]$/.test(program) ? "" : "\n") + (own ?? percentText(cell));
  }
  return {
    program: program.replace(/\p{Surrogate}/gu, "\ufffd"),
    isOutOfOrder: counts.some((count, at) => count <= (counts[at - 1] ?? 0)),
    hasCommands,
  };
}

/** The text that a cell was made of; null for one that was edited since, and for one that we have not written. */
function ownText(cell: Cell, isFirst: boolean): string | null {
  const text = part(part(cell.metadata, "gradreel"), "text");
  if (typeof text !== "string" || !(isFirst || text.startsWith("# %%"))) return null;
  const kind = cell.cell_type === "code" ? "code" : "text";
  const [found, further] = cellsIn(text);
  const isOne = further === undefined && (found === undefined || found.kind === kind);
  return isOne && sourceOf(cell.source) === notebookSource(text, kind) ? text : null;
}

/** A cell under its title; nothing for an empty one, which Jupyter does not number. */
function percentText(cell: Cell): string {
  const { title, source } = untitled(cell);
  const kind: SourceCell["kind"] = cell.cell_type === "code" ? "code" : "text";
  const lines = kind === "code" ? withoutCommands(withoutMarkers(entered(source))) : commented(trimmed(source));
  if (title === "" && lines === "") return "";
  return `# %%${kind === "code" ? "" : " [markdown]"}${title}\n${lines === "" ? "" : `${lines}\n`}`;
}

/** The title in a cell's metadata, as a marker has it, and its source without the line that says the same. */
function untitled(cell: Cell): { readonly title: string; readonly source: string } {
  const source = sourceOf(cell.source).split(LINE_END).join("\n");
  const stated = part(cell.metadata, "title");
  // What makes a cell one of text has no place in a title.
  const title = typeof stated === "string" ? titleIn(stated.replace(TEXT_TAGS, " ")) : "";
  if (title === "") return { title, source };
  const first = `# ${title}`;
  const rest = `${source}\n`.startsWith(`${first}\n`) ? source.slice(first.length + 1) : source;
  return { title: ` ${title}`, source: rest };
}

/** Without blank lines around it. */
function trimmed(text: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex(line => !isBlank(line));
  return first < 0 ? "" : lines.slice(first, lines.findLastIndex(line => !isBlank(line)) + 1).join("\n");
}

function commented(text: string): string {
  if (text === "") return "";
  const lines = text.split("\n").map(line => withoutBlanksAtEnd(`# ${line}`));
  return withoutMarkers(lines.join("\n"));
}

function part(within: unknown, name: string): unknown {
  return typeof within === "object" && within !== null ? (within as Readonly<Record<string, unknown>>)[name] : undefined;
}

function cellsOf(text: string): readonly Cell[] | null {
  if (!/^\s*\{/.test(text) || !text.includes('"cells"')) return null;
  const book = parsedJson(text.replace(/^\ufeff/, ""));
  const sheets = part(book, "worksheets");
  const cells = Array.isArray(sheets) ? sheets.flatMap(sheet => part(sheet, "cells") ?? []).map(newer) : part(book, "cells");
  return Array.isArray(cells) && cells.some(isCell) ? cells.filter(isCell) : null;
}

/** Python writes numbers into JSON that JSON does not have. */
const ODD_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gs;

function parsedJson(text: string): unknown {
  for (const each of [text, text.replace(ODD_NUMBER, found => (found.startsWith('"') ? found : "null"))]) {
    try {
      return JSON.parse(each);
    } catch {}
  }
  return null;
}

/** A cell of version 3 of the format, in which there were headings. */
function newer(cell: unknown): unknown {
  if (!isCell(cell)) return cell;
  const { cell_type, source, input, level, prompt_number, ...rest } = cell as Readonly<Record<string, unknown>>;
  if (cell_type === "code") return { ...rest, cell_type, source: input ?? "", execution_count: prompt_number };
  if (cell_type !== "heading") return { ...rest, cell_type, source };
  const words = sourceOf(source).split(LINE_END).join(" ");
  return { ...rest, cell_type: "markdown", source: `${"#".repeat(typeof level === "number" ? level : 1)} ${words}` };
}

function isCell(cell: unknown): cell is Cell {
  return typeof cell === "object" && cell !== null && "cell_type" in cell;
}

/** A notebook keeps a cell as one text or as its lines. */
function sourceOf(source: unknown): string {
  if (Array.isArray(source)) return source.filter(line => typeof line === "string").join("");
  return typeof source === "string" ? source : "";
}
