/**
 * Reads sessions of Python and IPython and exports of notebooks: what follows a prompt is code, what was printed and tracebacks are left
 * out, and sentences in between are text.
 *
 *     lines ─▶ entries: a prompt's code, and the lines up to the next prompt ─▶ cells
 */
import type { SourceCell } from "../cells";
import { plainCharacters } from "../characters";
import { parses } from "../grammar";
import { scan } from "../scan";
import { endOfTraceback, isPrinted, isProse, looksLikeCode, OUTPUT } from "./lines";
import { boundIn, isWords } from "./settled";
import { beginsCode, codePrefix, divide } from "./statements";

const PYTHON = /^\s*(?:>>>|»>)(?: (.*)|([\w@#("'[{].*))?$/;
const PYTHON_MORE = /^\s*(?:\.\.\.|…)(?: |(?=\t|$))(.*)$/;
/** As notebooks show it, also in the languages into which they are translated. */
const CELL = /^(\s*(?:In|Entrée|Entrada|Eingabe|Ввод|入力|输入|輸入|입력) ?\[(?:None|[\d* {2}]*)\] ?[:：] ?)(.*)$/;
/** As JupyterLab shows it, for code and for its value. */
const BARE_CELL = /^(\s*\[(\d+|\*| )\] ?[:：]\s*)$/;
const CELL_MORE = /^\s*\.{3,}: ?(.*)$/;
const BANNER = /^(?:Python \d|IPython \d|Type ["'?h]|\[(?:GCC|Clang|MSC)|Use "|\$ i?python)/;

const HEADING = /^\p{Lu}[\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){0,7}[:.?!]?\s*$/u;
/** No statement at a prompt goes over more. */
const MAX_OPEN_LINES = 40;

interface Entry {
  readonly code: string[];
  /** What follows up to the next prompt. */
  readonly rest: string[];
  /** Of the notebook; null at Python's own prompt. */
  readonly number: number | null;
  readonly isCell: boolean;
}

export interface Session {
  readonly cells: readonly SourceCell[];
  /** The numbers of the prompts do not count up: the cells were run in another order. */
  readonly isOutOfOrder: boolean;
}

export function isCellPrompt(line: string): boolean {
  return CELL.test(line);
}

export function isSession(lines: readonly string[]): boolean {
  return lines.some(line => PYTHON.test(line) || CELL.test(line)) || lines.filter(line => BARE_CELL.test(line)).length > 1;
}

export function readSession(lines: readonly string[]): Session {
  const first = lines.findIndex(line => promptOf(line) !== null);
  const before = lines.slice(0, first).filter(line => !BANNER.test(line));
  const bound = namesIn(lines);
  const entries = entriesOf(lines.slice(first), bound);
  const cells = [...divide(before).cells];
  for (const [at, entry] of entries.entries()) {
    const last = entries[at - 1];
    const open = cells.at(-1);
    const code = entry.code.join("\n");
    // Statements of a session between which nothing was printed are one cell.
    if (!entry.isCell && last?.isCell === false && last.rest.every(isBlank) && open?.kind === "code")
      cells[cells.length - 1] = { kind: "code", text: `${open.text}\n${code}` };
    else if (code.trim() !== "") cells.push({ kind: "code", text: code });
    cells.push(...afterwards(entry, bound));
  }
  const numbers = entries.flatMap(({ number }) => (number === null ? [] : [number]));
  return { cells, isOutOfOrder: numbers.some((number, at) => number <= (numbers[at - 1] ?? 0)) };
}

/** The names that a session binds; null where it may bind any. */
function namesIn(lines: readonly string[]): ReadonlySet<string> | null {
  const code = lines.map(line => promptOf(line)?.code ?? line).join("\n");
  return /\bimport \*/.test(code) ? null : boundIn(code);
}

interface Prompt {
  readonly code: string;
  readonly width: number;
  readonly number: number | null;
  readonly isCell: boolean;
  readonly isBare: boolean;
}

function promptOf(line: string): Prompt | null {
  const python = PYTHON.exec(line);
  if (python) return { code: python[1] ?? python[2] ?? "", width: 0, number: null, isCell: false, isBare: false };
  const cell = CELL.exec(line) ?? BARE_CELL.exec(line);
  if (!cell) return null;
  const isBare = !CELL.test(line);
  const number = Number(/\d+/.exec(cell[1] ?? "")?.[0] ?? Number.NaN);
  const code = isBare ? "" : (cell[2] ?? "");
  return { code, width: (cell[1] ?? "").length, number: Number.isNaN(number) ? null : number, isCell: true, isBare };
}

function entriesOf(lines: readonly string[], bound: ReadonlySet<string> | null): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < lines.length; ) {
    const prompt = promptOf(lines[at] ?? "");
    let end = at + 1;
    while (end < lines.length && promptOf(lines[end] ?? "") === null) end++;
    const block = lines.slice(at + 1, end);
    const last = entries.at(-1);
    if (prompt?.isBare && last !== undefined && last.number !== null && last.number === prompt.number) last.rest.push(...sayOutput(block));
    else if (prompt !== null) entries.push(entryOf(prompt, block, bound));
    at = end;
  }
  return entries;
}

/** The value of a cell has the number of its cell. */
function sayOutput(block: readonly string[]): readonly string[] {
  return ["Out[0]:", ...block];
}

function entryOf(prompt: Prompt, block: readonly string[], bound: ReadonlySet<string> | null): Entry {
  const { number, isCell } = prompt;
  const more = isCell ? CELL_MORE : PYTHON_MORE;
  const code = [prompt.code];
  let at = 0;
  while (at < block.length && more.test(block[at] ?? "")) code.push(more.exec(block[at++] ?? "")?.[1] ?? "");
  if (!isCell && at === 0) {
    at = goesOn(prompt.code, block);
    code.push(...block.slice(0, at));
  }
  if (isCell && at === 0) {
    // Below the prompt, or as far to the right as the code beside it.
    const own = prompt.code === "" ? block : block.slice(0, indentedLines(block, prompt.width));
    const lines = own.map(line => (prompt.code === "" ? line : line.slice(prompt.width)));
    const until = prompt.code === "" ? Math.max(codePrefix(lines, bound), untilOutput(lines)) : lines.length;
    code.push(...lines.slice(0, until));
    at = until;
  }
  return { code, rest: block.slice(at), number, isCell };
}

/** How many lines without a prompt belong to what was typed at it: IDLE shows none before them. */
function goesOn(first: string, block: readonly string[]): number {
  const isOpen = (code: string) => scan(code).unbalanced?.kind === "unclosed";
  let end = 0;
  if (/:\s*(?:#.*)?$/.test(first))
    end = indentedLines(
      block.map(line => line.replace(/^\t/, "    ")),
      2,
    );
  else while (end < block.length && end < MAX_OPEN_LINES && isOpen([first, ...block.slice(0, end)].join("\n"))) end++;
  return parses(plainCharacters([first, ...block.slice(0, end)].join("\n"))) ? end : 0;
}

function indentedLines(block: readonly string[], width: number): number {
  let end = 0;
  for (const [at, line] of block.entries()) {
    if (line.trim() !== "" && !line.startsWith(" ".repeat(width))) break;
    if (line.trim() !== "") end = at + 1;
  }
  return end;
}

/** A cell that Python cannot read goes up to what it printed. */
function untilOutput(lines: readonly string[]): number {
  const end = lines.findIndex((line, at) => OUTPUT.test(line) || line.trim() === "" || endOfTraceback(lines, at) > at);
  const own = lines.slice(0, end < 0 ? lines.length : end);
  const isBroken = own.length > 0 && !parses(plainCharacters(own.join("\n"))) && !own.some(line => isProse(line) || isPrinted(line));
  // Behind statements that are right, lines without the form of any are what they have printed.
  const right = codePrefix(own);
  return isBroken && (right === 0 || own.slice(right).some(looksLikeCode)) ? own.length : 0;
}

/** Sentences after what was printed, and code without a prompt among them. */
function afterwards({ rest, code, isCell }: Entry, bound: ReadonlySet<string> | null): readonly SourceCell[] {
  const prints = code.some(line => /\bprint\(/.test(line));
  let [at, afterBlank] = [0, isCell && !prints];
  while (at < rest.length) {
    const line = rest[at] ?? "";
    const error = endOfTraceback(rest, at);
    if (error > at) {
      at = error;
      afterBlank = isCell;
    } else if (OUTPUT.test(line)) {
      at++;
      while (at < rest.length && !isBlank(rest[at] ?? "") && !isProse(rest[at] ?? "")) at++;
      afterBlank = isCell;
    } else if (isBlank(line)) {
      at++;
      afterBlank = true;
    } else if (
      afterBlank &&
      (isProse(line) || (isBlank(rest[at - 1] ?? ".") && (beginsAnew(rest, at) || (isCell && standsAlone(rest, at, bound)))))
    )
      return divide(rest.slice(at)).cells;
    else at++;
  }
  return [];
}

/** A heading, or code without a prompt, behind a blank line. */
function beginsAnew(rest: readonly string[], at: number): boolean {
  const line = rest[at] ?? "";
  if (isPrinted(line)) return false;
  if (/^\.\. \w[\w-]*::/.test(line) || isUnderlined(line, rest[at + 1] ?? "") || isTable(line, rest[at + 1] ?? "")) return true;
  return HEADING.test(line.trim()) || beginsCode(rest.slice(at));
}

/** Words between blank lines, of which one is no name of the session. */
function standsAlone(rest: readonly string[], at: number, bound: ReadonlySet<string> | null): boolean {
  const line = (rest[at] ?? "").trim();
  // Two words with a sign behind them are no expression: `detach does.`; nor is a title with its number or kind: `Appendix: views`.
  const words = / /.test(line) ? line.replace(/[.:?!…]$/u, "").replace(/^(\p{Lu}\p{L}+): /u, "$1 ") : line;
  return bound !== null && isBlank(rest[at + 1] ?? "") && isWords(words, bound) && !isPrinted(line);
}

/** The first two lines of a table of Markdown. */
function isTable(line: string, below: string): boolean {
  return /^\|.*\|\s*$/.test(line) && /^\|(?: *:?-+:? *\|)+\s*$/.test(below);
}

/** A heading of reStructuredText or Markdown. */
function isUnderlined(line: string, below: string): boolean {
  return /^\S/.test(line) && /^([=\-~^"'*+#])\1{2,}\s*$/.test(below) && below.trimEnd().length >= line.trim().length;
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}
