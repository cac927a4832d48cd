/** Reads the code out of a notebook that was pasted as JSON. */

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
}

/** Cells that are written in something else than Python. */
const FOREIGN = /^\s*%%(bash|sh|html|javascript|js|latex|markdown|writefile|perl|ruby|script|svg)\b/;

/** The code of all cells, one below the other; text that is no notebook comes back as it is. */
export function cellsOfNotebook(text: string): string {
  const cells = cellsOf(text);
  if (cells === null) return text;
  const code = cells.filter(({ cell_type }) => cell_type === "code").map(({ source }) => sourceOf(source).trimEnd());
  return `${code.map(cell => (FOREIGN.test(cell) ? commented(cell) : cell)).join("\n\n")}\n`;
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
  return Array.isArray(source) ? source.join("") : typeof source === "string" ? source : "";
}

function commented(cell: string): string {
  return cell.replace(/^/gm, "# ");
}
