/**
 * Takes the line numbers out of listings: numbers that count up, where what is left is Python.
 *
 * They stand before each line; on a line of their own above each; in a column of their own before or after the code; or within one line,
 * where the page lost its line breaks. A listing may go over the end of a printed page.
 */
import { plainCharacters } from "../characters";
import { parses, statementsIn } from "../grammar";
import { scan } from "../scan";
import { isProse, looksLikeCode } from "./lines";

const MAX_RUN_TOGETHER_CHARS = 20_000;
/** So many numbers in a column count something, also where blank lines have none. */
const MIN_SURE_COLUMN = 3;
/** A listing that does not begin with 1 is the rest of another. */
const MIN_LATER_LINES = 3;
/** Lines at the foot and the head of a printed page. */
const MAX_FURNITURE = 6;
/** Shorter listings are tried where the whole is no program: so many, and of a long one fewer. */
const MAX_TRIES = 30;
const MAX_TRIED_LINES = 20_000;
const PLAIN = new Set([
  "VariableName",
  "Number",
  "String",
  "Comment",
  "TupleExpression",
  "MemberExpression",
  "Boolean",
  "None",
  "ArrayExpression",
  "BinaryExpression",
  "UnaryExpression",
  "ParenthesizedExpression",
]);

/** The lines without their numbers; the same lines where none are numbered. */
export function withoutNumbers(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  /** Listings of one line, which have a number where others have. */
  const alone: number[] = [];
  let hasListing = false;
  for (let at = 0; at < lines.length; ) {
    const listing = numberedAt(lines, at) ?? columnAt(lines, at, kept) ?? alternatingAt(lines, at) ?? runTogetherAt(lines, at);
    hasListing ||= listing !== null;
    if (listing === null && isNumberedAlone(lines, at)) alone.push(kept.length);
    for (const line of listing?.lines ?? [lines[at] ?? ""]) kept.push(line);
    at += listing?.count ?? 1;
  }
  if (hasListing) for (const at of alone) kept[at] = (kept[at] ?? "").replace(/^\s*1\s+/, "");
  return kept.length === lines.length && kept.every((line, at) => line === lines[at]) ? lines : kept;
}

interface Listing {
  readonly lines: readonly string[];
  /** Of the page's lines. */
  readonly count: number;
}

const NUMBER = /^\s*0*(\d{1,4})(?!\d)/;
/** In a traceback, beside the line that failed. */
const ARROW = /^\s*-*> ?\d|^\s*❱/;

function numberedAt(lines: readonly string[], at: number): Listing | null {
  const start = Number(NUMBER.exec(lines[at] ?? "")?.[1] ?? 0);
  const before = lines[at - 1] ?? "";
  if (start === 0 || (start > 1 && (ARROW.test(before) || Number(NUMBER.exec(before)?.[1] ?? 0) === start - 1))) return null;
  const bare: string[] = [];
  /** Behind each line of the listing. */
  const ends: number[] = [];
  let furniture: readonly string[] = [];
  let whole = 0;
  const isInList = isListed(lines[at] ?? "");
  for (let next = at; next < lines.length; ) {
    const line = lines[next] ?? "";
    const rest = isListed(line) === isInList ? restOf(line, start + bare.length) : null;
    if (rest !== null) {
      bare.push(rest);
      ends.push(++next);
    } else if (line.trim() === "" && bare.length > 0) next++;
    else {
      const skipped = furniture.length === 0 ? furnitureAt(lines, ends.at(-1) ?? at, start + bare.length, bare) : 0;
      if (skipped === 0) break;
      [furniture, whole] = [lines.slice(ends.at(-1), (ends.at(-1) ?? at) + skipped), bare.length];
      next = (ends.at(-1) ?? at) + skipped;
    }
  }
  if (start > 1 && ARROW.test(lines[ends.at(-1) ?? at] ?? "")) return null;
  const least = start === 1 ? 2 : MIN_LATER_LINES;
  const tries = Math.min(MAX_TRIES, Math.floor(MAX_TRIED_LINES / bare.length));
  for (let count = bare.length; count >= Math.max(least, bare.length - tries); count--) {
    const listing = withoutGap(bare.slice(0, count));
    // What stood at the end of the printed page goes below the listing.
    if (listing.filter(line => line.trim() !== "").length >= least && isProgram(listing))
      return { lines: count > whole ? [...listing, ...furniture] : listing, count: (ends[count - 1] ?? at) - at };
  }
  return null;
}

/** Its number has a point behind it, as in a list: the lines of a listing all have one, or none. */
function isListed(line: string): boolean {
  return /^\s*\d{1,4}[.)](?!\d)/.test(line);
}

/** A line between blank ones that has the form of a statement behind its number. */
function isNumberedAlone(lines: readonly string[], at: number): boolean {
  const [before = "", line = "", after = ""] = [lines[at - 1], lines[at], lines[at + 1]];
  const code = /^\s*1\s+(\S.*)$/.exec(line)?.[1] ?? "";
  const isAlone = before.trim() === "" && after.trim() === "";
  return isAlone && code !== "" && (looksLikeCode(code) || /[)\]]\s*$/.test(code)) && isProgram([code]);
}

/** What is beside the number; null where the line has another one, or none. */
function restOf(line: string, number: number): string | null {
  const found = NUMBER.exec(line);
  if (found === null || Number(found[1]) !== number) return null;
  return line.slice(found[0].length).replace(/^(?:[.:|)│▏┃→]|\s[|│▏┃→](?=\s|$))/, "");
}

/** How many lines the end of a page puts between two lines of a listing: short ones, with the number of the page or amid a statement. */
function furnitureAt(lines: readonly string[], from: number, number: number, before: readonly string[]): number {
  const isBelow = (line: string) => [/\d/, /\d(?!\d)/].some(edge => line.search(edge) === (lines[from - 1] ?? "").search(edge));
  let filled = 0;
  for (let next = from; next < lines.length && filled <= MAX_FURNITURE; next++) {
    const line = lines[next] ?? "";
    if ((restOf(line, number)?.trim() ?? "") !== "" && isBelow(line)) {
      const between = lines.slice(from, next).filter(each => each.trim() !== "");
      const isPageEnd = between.some(each =>
        /^\W*\d[\d\s./–-]*$|(?:(?<!\s)\s{2,}|[Pp]age )\d[\d./–-]*\s*$|^\s*\d[\d./–-]*\s{2,}|\f/.test(each),
      );
      const isAmid = !parses(plainCharacters(withoutGap(before).join("\n")));
      const isShort = between.every(each => !looksLikeCode(each) && !(/[.?!。]\s*$/.test(each.trim()) && isProse(each)));
      return filled > 0 && isShort && (isPageEnd || isAmid) ? next - from : 0;
    }
    if (line.trim() !== "") filled++;
  }
  return 0;
}

/** A number on a line of its own above each line of the code, as tables of web pages are copied; a blank line has its number alone. */
function alternatingAt(lines: readonly string[], at: number): Listing | null {
  if ((lines[at] ?? "").trim() !== "1") return null;
  const bare: string[] = [];
  let next = at;
  while ((lines[next] ?? "").trim() === `${bare.length + 1}`) {
    const isBlank = (lines[next + 1] ?? "").trim() === `${bare.length + 2}`;
    bare.push(isBlank ? "" : (lines[next + 1] ?? ""));
    next += isBlank ? 1 : 2;
  }
  const filled = bare.filter(line => line.trim() !== "").length;
  if (filled < MIN_SURE_COLUMN || filled * 2 < bare.length) return null;
  const listing = withoutGap(bare);
  return isProgram(listing) ? { lines: listing, count: next - at } : null;
}

/** The blanks between number and code are the page's, as far as all lines have them. */
function withoutGap(lines: readonly string[]): readonly string[] {
  const filled = lines.filter(line => line.trim() !== "");
  const gap = filled.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), Number.POSITIVE_INFINITY);
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

/** Python that does something: a list of names or numbers is none, and what a loop has printed neither. */
function isProgram(lines: readonly string[]): boolean {
  const code = plainCharacters(lines.join("\n"));
  if (!parses(code) || statementsIn(code).every(name => PLAIN.has(name))) return false;
  const values = lines.map(line => /^(\w+) ?[=:] ?-?[\d.]+\b/.exec(line)?.[1]);
  return values.length < 2 || values[0] === undefined || values.some(name => name !== values[0]);
}
