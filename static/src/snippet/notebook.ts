/** Reads a notebook's JSON: its cells of code and of text. Outputs are never read. */
import { type SourceCell, withoutMarkers } from "./cells";

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
  readonly execution_count?: unknown;
}

export interface NotebookCells {
  readonly cells: readonly SourceCell[];
  /** The cells were run in another order than that in which they stand. */
  readonly isOutOfOrder: boolean;
}

/** Cells that are written in something else than Python. */
const FOREIGN = /^\s*%%(bash|sh|html|javascript|js|latex|markdown|writefile|perl|ruby|script|svg)\b/;

/** Null for text that is no notebook. */
export function cellsOfNotebook(text: string): NotebookCells | null {
  const cells = cellsOf(text);
  if (cells === null) return null;
  const read = cells.map(({ cell_type, source }): SourceCell => {
    const own = sourceOf(source).replace(/\r\n?/g, "\n").trimEnd();
    if (cell_type !== "code") return { kind: "text", text: own };
    return { kind: "code", text: withoutMarkers(FOREIGN.test(own) ? own.replace(/^/gm, "# ") : own) };
  });
  const counts = cells.flatMap(({ execution_count: count }) => (typeof count === "number" ? [count] : []));
  return { cells: read, isOutOfOrder: counts.some((count, at) => count <= (counts[at - 1] ?? 0)) };
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
