/** Reads hunks of diffs that stand on a page without a fence: what they leave is code, and what they take away is left out. */
import { divide } from "./statements";

const HUNK = /^\s*@@ -\d{1,6}(?:,(\d{1,6}))? \+\d{1,6}(?:,(\d{1,6}))? @@/;
/** So many lines tell whether a hunk holds code. */
const MAX_TRIED = 200;

export function withNewSides(lines: readonly string[]): readonly string[] {
  if (!lines.some(line => HUNK.test(line))) return lines;
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    kept.push(lines[at] ?? "");
    const hunk = HUNK.exec(lines[at++] ?? "");
    if (hunk === null) continue;
    const { end, side } = newSide(lines, at, Number(hunk[1] ?? 1), Number(hunk[2] ?? 1));
    const own = divide(side.slice(0, MAX_TRIED)).hasCode ? side : lines.slice(at, end);
    for (const line of own) kept.push(line);
    at = end;
  }
  return kept;
}

/** The lines of a hunk, as many as its head says at most, without blank ones at its end. */
function newSide(lines: readonly string[], from: number, before: number, after: number) {
  const side: string[] = [];
  let [old, now, next, end, kept] = [0, 0, from, from, 0];
  while (next < lines.length && (old < before || now < after)) {
    const line = lines[next] ?? "";
    const sign = line.trim() === "" ? " " : (line[0] ?? " ");
    if (!"+- \\".includes(sign)) break;
    next++;
    if (sign === "\\") continue;
    if (sign !== "+") old++;
    if (sign === "-") end = next;
    else {
      now++;
      side.push(line.slice(1));
      if (line.trim() !== "") [end, kept] = [next, side.length];
    }
  }
  return { end, side: side.slice(0, kept) };
}
