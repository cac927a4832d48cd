/** The lines of one cell of a program. */
import type { CodeCell } from "./cells";

/** Its first and its last line, from 1, without blank lines at the end. */
export function linesOfCell({ line, end_line }: CodeCell, lines: readonly string[]): readonly [number, number] {
  let last = Math.min(end_line, lines.length);
  while (last > line && lines[last - 1]?.trim() === "") last--;
  return [line, last];
}
