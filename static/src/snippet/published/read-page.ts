/**
 * Turns what people paste into a program: a published page becomes cells in percent format, a plain program stays what it is.
 *
 *     text ─▶ notebook | plain program | listing with numbers | Markdown | session | prose and code ─▶ cells ─▶ percent format
 *
 * The first form that fits is taken. What is not sure stays as it is; `unread` says why.
 */
import { cellsIn, hasCells, type SourceCell, toPercent } from "../cells";
import { type Change, cleanUp, cleanUpCode } from "../clean-up";
import { parses } from "../grammar";
import { readNotebook } from "../notebook";
import { STRING, scan } from "../scan";
import { withNewSides } from "./diffs";
import { withoutDoubledLines } from "./doubled";
import { hasFences, insideFences, readFences, withWholeFences } from "./fences";
import { withFencesApart } from "./glued";
import { missingImports } from "./imports";
import { withoutEntities, withoutLeftovers, withoutSender } from "./leftovers";
import { isErrorLine, isProse } from "./lines";
import { withPlainFences } from "./markup";
import { withoutNumbers } from "./numbers";
import { isCellPrompt, isSession, readSession } from "./prompts";
import { withoutQuoteMarks } from "./quotes";
import { withIndentation } from "./restored";
import { cellsOfScript } from "./script";
import { divide } from "./statements";
import { withUnderscores } from "./underscores";
import { isHtml, languageOf, type Unread, unreadAfterwards, unreadAtOnce, unreadInstead } from "./unread";

export interface PageText {
  readonly code: string;
  /** In the order in which they were made; empty where nothing had to be changed. */
  readonly changes: readonly Change[];
  /** How many cells of each kind were made; null where the text is no page. */
  readonly cells: { readonly code: number; readonly text: number } | null;
  /**
   * Why it could not be read as a page; null where it was, or where it is a program. It is left as it is; only where it is unclear which
   * lines are code, it is cleaned up as a program is.
   */
  readonly unread: Unread | null;
}

interface Form {
  readonly cells: readonly SourceCell[];
  readonly changes: readonly Change[];
}

export function readPage(pasted: string): PageText {
  const notebook = readNotebook(pasted);
  if (notebook !== null) {
    const { program, hasCommands, isOutOfOrder } = notebook;
    const changes: readonly Change[] = [
      "notebook",
      ...(hasCommands ? (["commands"] as const) : []),
      ...(isOutOfOrder ? (["order"] as const) : []),
    ];
    return { code: program, changes, cells: counted(program), unread: null };
  }
  const atOnce = unreadAtOnce(pasted);
  if (atOnce !== null) return asItIs(pasted, atOnce);
  const plain = cleanUp(pasted);
  const asCode = cleanUpCode(pasted).code;
  if (hasCells(pasted)) return { code: asCode, changes: cleanUpCode(pasted).changes, cells: null, unread: null };
  const lines = pasted
    .replace(/\r\n?/g, "\n")
    .replace(/[\ufeff\u200b]/g, "")
    .replaceAll("\u00a0", " ")
    .split("\n");
  const script = cellsOfScript(lines);
  if (script !== null && hasCode(script.cells))
    return pageOf({ cells: script.cells, changes: ["notebook", ...(script.isOutOfOrder ? (["order"] as const) : [])] });
  const isPlain = parses(asCode) && !hasPrompts(pasted);
  const nested = isPlain || hasPrompts(pasted) ? null : withLostIndentation(asCode);
  if (nested !== null) return { code: nested, changes: [...cleanUpCode(pasted).changes, "indentation"], cells: null, unread: null };
  const listing = withoutNumbers(lines);
  if (listing !== lines && parses(cleanUpCode(listing.join("\n")).code))
    return pageOf({ cells: [{ kind: "code", text: listing.join("\n") }], changes: ["numbers"] });
  // R reads as Python where it only assigns and calls.
  if (isPlain)
    return languageOf(lines) === "R"
      ? asItIs(pasted, { kind: "language", language: "R", length: 0 })
      : { ...plain, cells: null, unread: null };
  const bare = withWholeFences(withoutQuoteMarks(withoutLeftovers(lines.map(withoutEntities).flatMap(withoutSender))));
  const body = isHtml(lines) ? bare : withFencesApart(withPlainFences(bare));
  const isMarked = hasFences(body) || isSession(body);
  const instead = isMarked ? null : unreadInstead(lines);
  if (instead !== null) return asItIs(pasted, instead);
  const form = formOf(body);
  if (form !== null) return pageOf({ ...form, cells: withoutDoubledLines(form.cells) });
  if (parses(plain.code) || !(isMarked || hasProseOutsideStrings(lines) || lines.some(isErrorLine)))
    return { ...plain, cells: null, unread: null };
  const unread = unreadInstead(insideFences(lines)) ?? unreadAfterwards(lines, divide(body).hasCode);
  return unread.kind === "unclear" ? { ...plain, cells: null, unread } : asItIs(pasted, unread);
}

/** The cells of a text of which it is unclear what is code: whatever has the form of a statement is taken for it. */
export function guessedPage(pasted: string): PageText {
  return pageOf({ cells: divide(pasted.replace(/\r\n?/g, "\n").split("\n")).cells, changes: ["prose"] });
}

function asItIs(code: string, unread: Unread): PageText {
  return { code, changes: [], cells: null, unread };
}

function formOf(lines: readonly string[]): Form | null {
  const order = (isOutOfOrder: boolean): readonly Change[] => (isOutOfOrder ? ["order"] : []);
  if (hasFences(lines)) {
    const { cells, isOutOfOrder } = readFences(lines);
    return hasCode(cells) ? { cells, changes: ["fences", ...order(isOutOfOrder)] } : null;
  }
  const listing = withoutNumbers(lines);
  const numbers: readonly Change[] = listing === lines ? [] : ["numbers"];
  if (isSession(listing)) {
    const { cells, isOutOfOrder } = readSession(listing);
    return hasCode(cells) ? { cells, changes: ["prompts", ...numbers, ...order(isOutOfOrder)] } : null;
  }
  const divided = divide(withNewSides(listing));
  return divided.hasCode && divided.hasProse && !divided.isUnclosed && hasProseOutsideStrings(listing)
    ? { cells: divided.cells, changes: ["prose", ...numbers] }
    : null;
}

/** Cells that are a program: each cleaned up as code is, with the imports that the page takes for granted. */
function pageOf({ cells, changes }: Form): PageText {
  const done = new Set<Change>(changes);
  const cleaned = cells
    .filter(({ text }) => text.trim() !== "")
    .map(cell => {
      if (cell.kind === "text") return cell;
      const restored = withUnderscores(cell.text);
      if (restored !== cell.text) done.add("underscores");
      const { code, changes: further } = cleanUpCode(restored);
      for (const change of further) done.add(change);
      const nested = withLostIndentation(code);
      if (nested !== null) done.add("indentation");
      return { ...cell, text: nested ?? code };
    });
  const merged = joinedText(cleaned);
  const imports = missingImports(
    merged.flatMap(({ kind, text }) => (kind === "code" ? [text] : [])),
    parses,
  );
  if (imports.length > 0) done.add("imports");
  const all: readonly SourceCell[] = imports.length > 0 ? [{ kind: "code", text: imports.join("\n") }, ...merged] : merged;
  const code = toPercent(all);
  return { code, changes: [...done], cells: counted(code), unread: null };
}

/** What is no program as it stands, and is one with the indentation that it can have lost. */
function withLostIndentation(code: string): string | null {
  if (parses(code)) return null;
  const nested = withIndentation(code);
  return nested !== null && parses(nested) ? nested : null;
}

function counted(code: string): PageText["cells"] {
  const found = cellsIn(code);
  const count = (kind: "code" | "text") => found.filter(each => each.kind === kind).length;
  return found.length === 0 ? null : { code: count("code"), text: count("text") };
}

/** Texts that follow each other are one. */
function joinedText(cells: readonly SourceCell[]): readonly SourceCell[] {
  const joined: SourceCell[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    if (cell.kind === "text" && last?.kind === "text")
      joined[joined.length - 1] = { kind: "text", text: `${last.text.trimEnd()}\n\n${cell.text.trim()}` };
    else joined.push(cell);
  }
  return joined;
}

/** The grammar does not read all of Python, and a program that it cannot read may have sentences in its docstrings. */
function hasProseOutsideStrings(lines: readonly string[]): boolean {
  const scanned = scan(lines.join("\n"));
  return scanned.lines.some(({ from, text }) => scanned.kinds[from] !== STRING && isProse(text));
}

/** `In [3]: x = 1` is an annotation to Python, but not to people. */
function hasPrompts(pasted: string): boolean {
  return scan(pasted).lines.some(({ text, fresh }) => fresh && isCellPrompt(text));
}

function hasCode(cells: readonly SourceCell[]): boolean {
  return cells.some(({ kind, text }) => kind === "code" && text.trim() !== "");
}
