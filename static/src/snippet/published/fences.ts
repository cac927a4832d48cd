/** Reads Markdown: a fence of Python is a cell of code, or several where it holds a session; everything else is text. */
import type { SourceCell } from "../cells";
import { plainCharacters } from "../characters";
import { parses } from "../grammar";
import { isForeign } from "./labels";
import { isPrinted, isPrintedTensor } from "./lines";
import { withoutNumbers } from "./numbers";
import { isSession, readSession } from "./prompts";
import { boundIn, headsOfPrints, isNamedValue, isOfNames } from "./settled";
import { divide } from "./statements";

const FENCE = /^(\s*)(`{3,}|~{3,})\s*\{?\.?([\w+#-]*)[^`]*$|^(\s*)\[(\/?)code(?:=\w+)?\]\s*$/i;
const PYTHON = /^(?:python\d?|py\d?|ipython\d?|pycon|sage|jupyter|jupyter-python|code-cell|pythonrepl|python-repl|python3?-console)$/i;

/** A fence that has lost one of its three backticks. */
const SHORT = /^(\s*)``(?!`)\s*(\{?\.?[\w+#-]*\}?)\s*$/;

export interface Fenced {
  readonly cells: readonly SourceCell[];
  readonly isOutOfOrder: boolean;
}

/** Fences that open or close with two backticks get the third: otherwise what is between two blocks would be taken for one. */
export function withWholeFences(lines: readonly string[]): readonly string[] {
  if (!lines.some(line => SHORT.test(line))) return lines;
  let isOpen = false;
  return lines.map((line, at) => {
    const [, indent = "", language = ""] = SHORT.exec(line) ?? [];
    const isShort = SHORT.test(line) && (isOpen ? language === "" : closesBelow(lines, at));
    if (isShort || (isOpen ? isBareFence(line) : FENCE.test(line))) isOpen = !isOpen;
    return isShort ? `${indent}\`\`\`${language}` : line;
  });
}

/** The next mark of a fence closes one. */
function closesBelow(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at + 1).find(line => SHORT.test(line) || FENCE.test(line)) ?? "";
  return isBareFence(next) || SHORT.exec(next)?.[2] === "";
}

function isBareFence(line: string): boolean {
  return /^\s*(?:`{3,}|~{3,})\s*$/.test(line);
}

export function hasFences(lines: readonly string[]): boolean {
  return lines.some(line => FENCE.test(line));
}

export function readFences(lines: readonly string[]): Fenced {
  const cells: SourceCell[] = [];
  let isOutOfOrder = false;
  const isLabelled = lines.some(line => PYTHON.test(FENCE.exec(line)?.[3] ?? ""));
  const inside = insideFences(lines).join("\n");
  const [bound, heads] = [boundIn(inside), headsOfPrints([inside])];
  let prose: string[] = [];
  const flush = () => {
    // A session needs no fence.
    if (prose.some(line => /^\s*>>> \S/.test(line))) cells.push(...readSession(prose).cells);
    else if (prose.some(line => line.trim() !== "")) cells.push({ kind: "text", text: prose.join("\n") });
    prose = [];
  };
  for (let at = 0; at < lines.length; ) {
    const fence = FENCE.exec(lines[at] ?? "");
    if (!fence) {
      prose.push(lines[at++] ?? "");
      continue;
    }
    const end = closing(lines, at + 1, fence[2] ?? "");
    const [indent, language] = [(fence[1] ?? fence[4] ?? "").length, fence[3] ?? ""];
    const body = lines.slice(at + 1, end).map(line => (/^\s*$/.test(line.slice(0, indent)) ? line.slice(indent) : line));
    const read =
      language === "" && isLabelled && isValues(body, bound, heads) ? { cells: [], isOutOfOrder: false } : readBody(body, language, bound);
    if (read.cells.some(({ kind }) => kind === "code")) {
      flush();
      cells.push(...read.cells);
      isOutOfOrder ||= read.isOutOfOrder;
    } else if (body.some(line => line.trim() !== "")) prose.push(...lines.slice(at, end + 1));
    at = end + 1;
  }
  flush();
  return { cells, isOutOfOrder };
}

/** The lines of all fences; all lines of a text without any. */
export function insideFences(lines: readonly string[]): readonly string[] {
  const inside: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = FENCE.exec(lines[at] ?? "");
    if (!fence) continue;
    const end = closing(lines, at + 1, fence[2] ?? "");
    inside.push(...lines.slice(at + 1, end));
    at = end;
  }
  return inside.length > 0 ? inside : lines;
}

/** A fence that nobody closed goes to the end. */
function closing(lines: readonly string[], from: number, mark: string): number {
  const closes = (line: string) =>
    mark === "" ? /^\s*\[\/code\]\s*$/i.test(line) : line.trim().startsWith(mark) && /^(`+|~+)$/.test(line.trim());
  let at = from;
  while (at < lines.length && !closes(lines[at] ?? "")) at++;
  return at;
}

function readBody(body: readonly string[], language: string, bound: ReadonlySet<string>): Fenced {
  const none = { cells: [], isOutOfOrder: false };
  if (isSession(body)) return readSession(body);
  if (isForeign(language)) return none;
  const lines = withoutNumbers(body);
  const code = plainCharacters(lines.join("\n"));
  const divided = divide(lines);
  const printed = lines.some(line => /^\w/.test(line) && isPrintedTensor(line)) && divided.cells.length > 1;
  const isWhole = (parses(code) && !printed) || (PYTHON.test(language) && !divided.hasProse && !printed && !hasError(divided.cells));
  // The value of a name of the page is asked for.
  const asks = language === "" && lines.every(line => line.trim() === "" || (isOfNames(line.trim(), bound) && !isPrinted(line)));
  if (isWhole && (divided.hasCode || PYTHON.test(language) || asks)) return { cells: [{ kind: "code", text: code }], isOutOfOrder: false };
  return divided.hasCode ? { cells: divided.cells, isOutOfOrder: false } : none;
}

/** What a program has printed, in a fence without a language on a page whose code has one. */
function isValues(body: readonly string[], bound: ReadonlySet<string>, heads: readonly string[]): boolean {
  const sets = (line: string) => {
    const [, root = ""] = /^\s*([\p{L}_][\p{L}\p{N}_]*)(?:\.\w+)+ *=(?!=)/u.exec(line) ?? [];
    return bound.has(root) && !heads.some(head => line.trim().startsWith(head));
  };
  return body.every(line => line.trim() === "" || (isNamedValue(line) && !sets(line)));
}

function hasError(cells: readonly SourceCell[]): boolean {
  return cells.some(({ kind, text }) => kind === "text" && /^\s*(?:Traceback|\w+(?:Error|Exception)\b)/m.test(text));
}
