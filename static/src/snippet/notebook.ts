/**
 * Reads a notebook's JSON: its cells of code and of text. Outputs are never read.
 *
 * The library writes notebooks whose cells keep their text as it stands in the program (gradreel/film/ipynb.py): read back, those that
 * nobody has edited are that text again.
 */
import { cellsIn, notebookSource, type SourceCell, withoutMarkers } from "./cells";

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
  readonly execution_count?: unknown;
  readonly metadata?: unknown;
}

export interface NotebookCells {
  readonly cells: readonly SourceCell[];
  /** The cells were run in another order than that in which they stand. */
  readonly isOutOfOrder: boolean;
  /** The program that a notebook of ours was made of, with what was edited since; null for any other notebook. */
  readonly program: string | null;
}

/** Cells that are written in something else than Python. */
const FOREIGN = /^\s*%%(bash|sh|html|javascript|js|latex|markdown|writefile|perl|ruby|script|svg)\b/;

/** Null for text that is no notebook. */
export function cellsOfNotebook(text: string): NotebookCells | null {
  const cells = cellsOf(text);
  if (cells === null) return null;
  const read = cells.map(sourceCell);
  const counts = cells.flatMap(({ execution_count: count }) => (typeof count === "number" ? [count] : []));
  return { cells: read, isOutOfOrder: counts.some((count, at) => count <= (counts[at - 1] ?? 0)), program: ownProgram(cells) };
}

function sourceCell({ cell_type, source }: Cell): SourceCell {
  const own = sourceOf(source).replace(/\r\n?/g, "\n").trimEnd();
  if (cell_type !== "code") return { kind: "text", text: own };
  return { kind: "code", text: withoutMarkers(FOREIGN.test(own) ? own.replace(/^/gm, "# ") : own) };
}

/** Cells that are not as we wrote them are put into percent format, under their title. */
function ownProgram(cells: readonly Cell[]): string | null {
  const texts = cells.map((cell, at) => ownText(cell, at === 0));
  if (texts.every(text => text === null)) return null;
  return texts
    .map((text, at) => text ?? percentText(cells[at] ?? {}))
    .map((text, at, all) => (at === all.length - 1 || text === "" || /[\r\n]$/.test(text) ? text : `${text}\n`))
    .join("");
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

function percentText(cell: Cell): string {
  const { kind, text } = sourceCell(cell);
  const title = part(cell.metadata, "title");
  const heading = typeof title === "string" && title !== "" && !/[\r\n]/.test(title) ? title : null;
  const body = heading !== null && `${text}\n`.startsWith(`# ${heading}\n`) ? text.slice(heading.length + 3) : text;
  const lines = kind === "code" ? body : withoutMarkers(body.replace(/^.*$/gm, line => `# ${line}`.trimEnd()));
  return `# %%${kind === "code" ? "" : " [markdown]"}${heading === null ? "" : ` ${heading}`}\n${lines === "" ? "" : `${lines}\n`}`;
}

function part(within: unknown, name: string): unknown {
  return typeof within === "object" && within !== null ? (within as Readonly<Record<string, unknown>>)[name] : undefined;
}

function cellsOf(text: string): readonly Cell[] | null {
  if (!/^\s*\{/.test(text) || !text.includes('"cells"')) return null;
  try {
    const { cells } = JSON.parse(text) as { cells?: unknown };
    return Array.isArray(cells) && cells.some(isCell) ? cells.filter(isCell) : null;
  } catch {
    return null;
  }
}

function isCell(cell: unknown): cell is Cell {
  return typeof cell === "object" && cell !== null && "cell_type" in cell;
}

/** A notebook keeps a cell as one text or as its lines. */
function sourceOf(source: unknown): string {
  if (Array.isArray(source)) return source.filter(line => typeof line === "string").join("");
  return typeof source === "string" ? source : "";
}
