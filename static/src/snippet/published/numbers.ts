/**
 * Takes the line numbers out of listings: numbers that count up from 1, where what is left is Python.
 *
 * They stand before each line; in a column of their own before or after the code; or within one line, where the page lost its line breaks.
 */
import { plainCharacters } from "../characters";
import { parses, statementsIn } from "../grammar";
import { scan } from "../scan";
import { looksLikeCode } from "./lines";

const MAX_RUN_TOGETHER_CHARS = 20_000;
/** So many numbers in a column count something, also where blank lines have none. */
const MIN_SURE_COLUMN = 3;
const PLAIN = new Set(["VariableName", "Number", "String", "Comment", "TupleExpression", "MemberExpression"]);

/** The lines without their numbers; the same lines where none are numbered. */
export function withoutNumbers(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const listing = numberedAt(lines, at) ?? columnAt(lines, at, kept) ?? runTogetherAt(lines, at);
    kept.push(...(listing?.lines ?? [lines[at] ?? ""]));
    at += listing?.count ?? 1;
  }
  return kept.length === lines.length && kept.every((line, at) => line === lines[at]) ? lines : kept;
}

interface Listing {
  readonly lines: readonly string[];
  /** Of the page's lines. */
  readonly count: number;
}

function numberedAt(lines: readonly string[], at: number): Listing | null {
  if (!/^\s*0*1(?!\d)/.test(lines[at] ?? "")) return null;
  const bare: string[] = [];
  let [number, end] = [1, at];
  for (let next = at; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (line.trim() === "") continue;
    const rest = new RegExp(`^\\s*0*${number}(?!\\d)[.:|)]?(.*)$`).exec(line)?.[1];
    if (rest === undefined) break;
    bare.push(rest);
    number++;
    end = next + 1;
  }
  for (let count = bare.length; count >= 2; count--) {
    const listing = withoutGap(bare.slice(0, count));
    if (isProgram(listing)) return { lines: listing, count: count === bare.length ? end - at : lengthOf(lines, at, count) };
  }
  return null;
}

/** The page's lines that hold so many numbered ones. */
function lengthOf(lines: readonly string[], at: number, count: number): number {
  let [seen, next] = [0, at];
  for (; seen < count; next++) if ((lines[next] ?? "").trim() !== "") seen++;
  return next - at;
}

/** The blanks between number and code are the page's, as far as all lines have them. */
function withoutGap(lines: readonly string[]): readonly string[] {
  const filled = lines.filter(line => line.trim() !== "");
  const gap = Math.min(...filled.map(line => line.length - line.trimStart().length));
  return lines.map(line => (line.trim() === "" ? "" : line.slice(gap)));
}

function columnAt(lines: readonly string[], at: number, before: readonly string[]): Listing | null {
  let count = 0;
  while ((lines[at + count] ?? "").trim() === `${count + 1}`) count++;
  if (count < 2) return null;
  const after = lines.slice(at + count);
  const isBeside = isProgram(after.slice(0, count)) || isProgram(before.slice(-count));
  const nearest = [after.find(line => line.trim() !== ""), before.findLast(line => line.trim() !== "")];
  if (!isBeside && !(count >= MIN_SURE_COLUMN && nearest.some(line => line !== undefined && looksLikeCode(line)))) return null;
  return { lines: [], count };
}

function runTogetherAt(lines: readonly string[], at: number): Listing | null {
  const line = lines[at] ?? "";
  if (!/^\s*1\s+\S.*\s2(?:\s|$)/.test(line) || line.length > MAX_RUN_TOGETHER_CHARS) return null;
  const parts: string[] = [];
  let start = (/^\s*1/.exec(line)?.[0] ?? "").length;
  for (let number = 2; ; number++) {
    const next = nextNumber(line, start, number);
    parts.push(
      line
        .slice(start, next ?? line.length)
        .replace(/^\s/, "")
        .trimEnd(),
    );
    if (next === null) break;
    start = next + `${number}`.length;
  }
  const listing = parts[0] !== undefined && /^\s/.test(parts[0]) ? withoutGap(parts) : parts;
  return parts.length > 1 && isProgram(listing) ? { lines: listing, count: 1 } : null;
}

/** Where the line of that number begins: what stands before it must be able to end a line. */
function nextNumber(line: string, start: number, number: number): number | null {
  const places = new RegExp(`(?<=\\s)${number}(?=\\s|$)`, "g");
  places.lastIndex = start;
  for (let found = places.exec(line); found !== null; found = places.exec(line)) {
    if (mayEnd(line.slice(start, found.index))) return found.index;
  }
  return null;
}

function mayEnd(text: string): boolean {
  const code = plainCharacters(text).trim();
  return code === "" || /[:,([{\\]$/.test(code) || scan(code).unbalanced !== null || parses(code);
}

/** Python that does something: a list of names or numbers is none. */
function isProgram(lines: readonly string[]): boolean {
  const code = plainCharacters(lines.join("\n"));
  return parses(code) && statementsIn(code).some(name => !PLAIN.has(name));
}
