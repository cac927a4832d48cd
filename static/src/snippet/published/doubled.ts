/** Takes out the blank lines that an editor of a blog put between all lines of all listings: of three in a row one is the author's. */
import type { SourceCell } from "../cells";

/** So many gaps between lines, each of them with a blank line, are no author's. */
const MIN_GAPS = 5;

export function withoutDoubledLines(cells: readonly SourceCell[]): readonly SourceCell[] {
  const gaps = cells.filter(({ kind }) => kind === "code").flatMap(({ text }) => gapsOf(text));
  const isDoubled = gaps.length >= MIN_GAPS && gaps.every(gap => gap % 2 === 1) && gaps.some(gap => gap > 1);
  return isDoubled ? cells.map(cell => (cell.kind === "code" ? { ...cell, text: halved(cell.text) } : cell)) : cells;
}

/** How many blank lines there are behind each line but the last. */
function gapsOf(text: string): readonly number[] {
  const filled = text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [at]));
  return filled.slice(1).map((at, before) => at - (filled[before] ?? 0) - 1);
}

function halved(text: string): string {
  const lines = text.split("\n");
  const kept: string[] = [];
  let blank = 0;
  for (const line of lines) {
    if (line.trim() === "") {
      blank++;
      continue;
    }
    if (kept.length > 0) for (let each = 0; each < Math.floor(blank / 2); each++) kept.push("");
    kept.push(line);
    blank = 0;
  }
  return kept.join("\n");
}
