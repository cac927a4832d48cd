/**
 * Divides text without fences into cells: runs of lines that are Python are code, the rest is prose.
 *
 *     lines ─▶ statements, each with all its lines ─▶ runs of statements ─▶ cells
 *
 * A statement that does something (assigns, calls, imports, opens a block that is there) is code wherever it stands. An expression alone,
 * such as `w.grad`, is code only where its names are those of the code: `Thanks` is an expression as well.
 */
import type { SourceCell } from "../cells";
import { plainCharacters } from "../characters";
import { parses, statementsIn } from "../grammar";
import { scan } from "../scan";
import { endOfTraceback, hasOtherScript, isPrinted, isProse, looksLikeCode } from "./lines";
import { endOfLog } from "./logs";
import { isCallInWords, isWords, type Piece, settled, WEAK, withoutPrintedAtEnd } from "./settled";

/** No statement of a page goes over more lines. */
const MAX_STATEMENT_LINES = 80;
const HEADER = /^(?:async )?(?:for .+ in .+|while .+|with [\w.]+.*|def \w+\(.*\).*|class \w+.*|if .+|try|@.+):\s*(?:#.*)?$|^@[\w.]+/;
const STRICT_HEADER =
  /^(?:for [\w, ()]+ in [\w.]+\(?.*|while [\w.() <>=!]+|with torch\.\w+.*|def \w+\(.*\).*|class \w+(?:\(.*\))?):\s*(?:#.*)?$/;
/** In no sentence. */
const SURE_HEADER = /^(?:def \w+\(.*\)(?: ?->.*)?|for \w+(?:, ?\w+)* in (?:range|enumerate|zip)\(.*\)):\s*(?:#.*)?$/;
/** No line that opens a block is longer. */
const MAX_HEADER_CHARS = 1_000;
/** `Author: someone`, `loss: 3`: a name and a colon without a value are a label, except in a class. */
const LABEL = /^\s*(?:[\p{Lu}\p{Lo}][\p{L}\p{N}_]*[ \u202f]?[:：] |(?!(?:try|else|finally)\b)[\p{L}_][\p{L}\p{N}_]*[:：][^=]*$)/u;
/** A title with a number in brackets, before its colon: `笔记（九）：hook`. */
const TITLE =
  /^\s*(?!(?:if|elif|else|for|while|with|try|lambda|def|class|assert|return)\b)[\p{L}\p{N}_.、，]+(?:[(（][^()（）=]*[)）])?[:：][^=]*$/u;
/** Above a listing or on its tab. */
const FILE_NAME = /^\s*[\w-]+\.(?:py|ipynb|sh|cpp|cu|md|txt|json|ya?ml)\s*$/;
/** A command of the shell that notebooks take as well. */
const INSTALL = /^\s*(?:pip3?|conda|mamba) (?:un)?install /;
/** The words of a heading that is an expression as well. */
const HEADING = /^\p{Lu}\p{Ll}+(?:(?: (?:and|or|in|is|not))? ?-?\p{L}+)*$/u;
/** A user, by both names: `marcel_vd (Marcel)`. */
const USER = /^\s*[\w.-]+ \(\p{Lu}\p{L}*(?:[ .-]+\p{L}*)*\)\s*$/u;
/** A formula, not an assignment: `f(x) = x^2`. */
const FUNCTION_FORMULA = /^\s*\w+\([\w, ]*\)\s*=(?!=)/;
/** The head of an entry in a reference: `torch.sum(input, dim) → Tensor[source]`. */
const SIGNATURE = /\)\s*(?:(?:→|->)\s*[\w.[\], ]+)?\s*\[(?:source|源代码|ソース)\]|\)\s*→\s*\w/;
const STRING_OR_COMMENT = /"[^"]*"|'[^']*'|#.*/g;
const WARNING = /^\S.{0,300}:\d+: \w*Warning: /;
/** Words and, at the end, a number; `print 1` was a statement. */
const ROW = /^\s+(?!print\b)[\p{L}_][\p{L}\p{N}_ .:,%|-]*\s-?\d[\d.e+-]*\s*$/u;
const GOES_ON = /^(?:elif\b|else\s*:|except\b|finally\s*:)/;

/** Whether the text has at least a statement, and at least a line that can only be prose. */
export interface Divided {
  readonly cells: readonly SourceCell[];
  readonly hasCode: boolean;
  readonly hasProse: boolean;
  /** A string of several lines is not closed: where its text ends cannot be told. */
  readonly isUnclosed: boolean;
}

export function divide(lines: readonly string[]): Divided {
  const pieces = settled(piecesOf(lines));
  return {
    cells: joined(pieces),
    hasCode: pieces.some(({ kind }) => kind === "code"),
    hasProse: pieces.some(piece => piece.kind === "prose" && piece.lines.some(isProse)),
    isUnclosed: pieces.some(({ kind, lines: own }) => kind === "prose" && own.some(line => /^\s*("""|''')/.test(line))),
  };
}

/** How many of the first lines are a program, whose own statements follow each other without prose or output. */
export function codePrefix(lines: readonly string[], bound: ReadonlySet<string> | null = null): number {
  const pieces: Piece[] = [];
  for (let at = 0; at < lines.length; ) {
    const piece = pieceAt(lines, at);
    if (piece.kind === "prose" || piece.kind === "printed") break;
    const line = (piece.lines[0] ?? "").trim();
    if (piece.kind === "weak" && pieces.at(-1)?.kind === "blank" && (HEADING.test(line) || (bound !== null && isWords(line, bound)))) break;
    pieces.push(piece);
    at += piece.lines.length;
  }
  const own = withoutPrintedAtEnd(pieces);
  let [end, at] = [0, 0];
  for (const { kind, lines: read } of own) {
    at += read.length;
    if (kind !== "blank") end = at;
  }
  return end;
}

/** The first lines are a statement that does something. */
export function beginsCode(lines: readonly string[]): boolean {
  return lines.length > 0 && settled([pieceAt(lines, 0)])[0]?.kind === "code";
}

function piecesOf(lines: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < lines.length; ) {
    const piece = pieceAt(lines, at);
    pieces.push(piece);
    at += piece.lines.length;
  }
  return pieces;
}

function pieceAt(lines: readonly string[], at: number): Piece {
  const line = lines[at] ?? "";
  const indent = indentOf(line);
  const piece = (kind: Piece["kind"], end: number): Piece => ({ kind, lines: lines.slice(at, end), indent });
  if (line.trim() === "") return piece("blank", at + 1);
  const error = endOfTraceback(lines, at);
  if (error > at) return piece("prose", error);
  const log = endOfLog(lines, at);
  if (log > at) return piece("prose", log);
  if (isPrinted(line)) return piece("printed", endOfPrinted(lines, at));
  if (line.trim().startsWith("#")) return piece(/^#{2,6} /.test(line) ? "prose" : "comment", at + 1);
  if (/^\s*(?:!|%{1,2})\w/.test(line)) return piece("code", at + 1);
  if (INSTALL.test(line)) return piece("shell", at + 1);
  if (line.trimEnd().endsWith("¶") || (/^\s*\d/.test(line) && hasOtherScript(line))) return piece("prose", at + 1);
  if (FILE_NAME.test(line) || SIGNATURE.test(line.replace(STRING_OR_COMMENT, " ")) || FUNCTION_FORMULA.test(line) || isMention(lines, at))
    return piece("prose", at + 1);
  // An open bracket in a sentence is no statement that goes on.
  if (isProse(line) && scan(line).unbalanced !== null) return piece("prose", at + 1);
  const end = endOfStatement(lines, at, indent);
  if (end !== null) return piece(strengthOf(lines.slice(at, end), indent), end);
  const bare = plainCharacters(line).trim();
  const isShort = bare.length <= MAX_HEADER_CHARS;
  const isCode = !isProse(line) && (looksLikeCode(line) || (isShort && STRICT_HEADER.test(bare)));
  return isCode || (isShort && SURE_HEADER.test(bare)) ? piece("code", endOfBlock(lines, at + 1, indent)) : piece("prose", at + 1);
}

/** A user's name; what decorates stands above what it decorates. */
function isMention(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (!/^\s*@[\w-]+(?:\s|$)/.test(line)) return false;
  let next = at + 1;
  while (next < lines.length && next < at + MAX_STATEMENT_LINES && /^\s*@\w/.test(lines[next] ?? "")) next++;
  return /^\s*@\w+-/.test(line) || !/^\s*(?:def |class |async )/.test(lines[next] ?? "");
}

/** A tensor is printed over several lines. */
function endOfPrinted(lines: readonly string[], at: number): number {
  let end = at + 1;
  // Below a warning stands the line that warned.
  if (WARNING.test(lines[at] ?? "") && /^ {2}\S/.test(lines[end] ?? "")) return end + 1;
  while (end < lines.length && end < at + MAX_STATEMENT_LINES && scan(lines.slice(at, end).join("\n")).unbalanced?.kind === "unclosed") {
    if ((lines[end] ?? "").trim() !== "" && !/^[\s[\](){}]/.test(lines[end] ?? "")) break;
    end++;
  }
  return end;
}

/** Behind the last line of the statement, its block included; null where there is no statement. */
function endOfStatement(lines: readonly string[], at: number, indent: number): number | null {
  let end = at + lengthOfStatement(lines.slice(at, at + MAX_STATEMENT_LINES), indent);
  if (end === at) return null;
  const text = () => dedented(lines.slice(at, end), indent);
  while (isHeader(lines[at] ?? "") || GOES_ON.test((lines[end - 1] ?? "").trim()) || hasOpenBlock(text())) {
    const next = endOfBlock(lines, end, indent);
    if (next === end) break;
    end = next;
  }
  if (parses(text())) return end;
  const [whole, cut] = [end, endBeforeProse(lines, at, end)];
  for (end of [cut, endBeforeOutput(lines, at, whole, indent), endBeforeRows(lines, at, whole)]) if (end > at && parses(text())) return end;
  return null;
}

/** Numbers that a block has printed may be further to the right than its first line, and are less far than its own lines. */
function endBeforeOutput(lines: readonly string[], at: number, end: number, indent: number): number {
  const body = indentOf(lines.slice(at + 1, end).find(line => line.trim() !== "") ?? "");
  let next = at + 1;
  while (next < end && ((lines[next] ?? "").trim() === "" || indentOf(lines[next] ?? "") >= body || indentOf(lines[next] ?? "") <= indent))
    next++;
  return next === end ? at : next;
}

/** Rows that a block has printed may be as far to the right as its own lines: `    exp 1` of `print(f"{name:>7}", count)`. */
function endBeforeRows(lines: readonly string[], at: number, end: number): number {
  const isRow = (line: string) => line.trim() === "" || (ROW.test(line) && !parses(line.trim()));
  let next = end;
  while (next > at + 1 && isRow(lines[next - 1] ?? "")) next--;
  return next === end ? at : next;
}

/** Below a listing, sentences may be as far to the right as its block; at the start where there are none. */
function endBeforeProse(lines: readonly string[], at: number, end: number): number {
  const isStart = (each: number) => (lines[each - 1] ?? "").trim() === "" && isProse(lines[each] ?? "");
  let next = at + 1;
  while (next < end && !isStart(next)) next++;
  if (next === end) return at;
  while (next > at && (lines[next - 1] ?? "").trim() === "") next--;
  return next;
}

/** How many of the lines, which are as many as a statement may have, the first statement goes over; 0 where it goes on behind them. */
function lengthOfStatement(lines: readonly string[], indent: number): number {
  // Most are one line.
  if (!isUnfinished(dedented(lines.slice(0, 1), indent))) return 1;
  return scan(dedented(lines, indent)).lines.findIndex(({ goesOn }) => !goesOn) + 1;
}

function isUnfinished(code: string): boolean {
  return scan(code).lines.at(-1)?.goesOn === true;
}

function isHeader(line: string): boolean {
  return line.length <= MAX_HEADER_CHARS && HEADER.test(plainCharacters(line).trim());
}

function hasOpenBlock(code: string): boolean {
  return /:\s*(#.*)?$/.test(code.split("\n").at(-1) ?? "");
}

/** The indented lines that follow, and `else:` and its like with theirs. */
function endOfBlock(lines: readonly string[], at: number, indent: number): number {
  let end = at;
  for (let next = at; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (line.trim() === "") continue;
    const own = indentOf(line);
    const belongs = own > indent || (own === indent && (GOES_ON.test(line.trim()) || opensDecorated(lines, end - 1, line)));
    if (!belongs) break;
    end = next + 1;
  }
  return end;
}

function opensDecorated(lines: readonly string[], before: number, line: string): boolean {
  return /^\s*@/.test(lines[before] ?? "") && /^\s*(?:@|def |class |async )/.test(line);
}

function strengthOf(lines: readonly string[], indent: number): Piece["kind"] {
  const code = dedented(lines, indent);
  const [first = ""] = lines;
  if (
    LABEL.test(first) ||
    (lines.length === 1 && TITLE.test(first) && hasOtherScript(first)) ||
    (lines.length === 1 && USER.test(first)) ||
    /^\s*[A-Za-z]+ \(/.test(first.replace(/^\s*(?:if|for|while|with|return|assert|print|del|not|in|and|or|lambda)\b.*/, ""))
  )
    return "prose";
  const statements = statementsIn(code).filter(name => name !== "Comment");
  if (statements.every(name => name === "CallExpression" || WEAK.has(name)) && isCallInWords(code)) return "weak";
  return statements.every(name => WEAK.has(name)) ? "weak" : "code";
}

function joined(pieces: readonly Piece[]): readonly SourceCell[] {
  const cells: { kind: "code" | "text"; lines: string[] }[] = [];
  let blank: string[] = [];
  for (const { kind, lines, indent } of pieces) {
    if (kind === "blank") {
      blank.push("");
      continue;
    }
    const last = cells.at(-1);
    const own = kind === "code" ? "code" : "text";
    const text = own === "code" ? dedented(lines, indent).split("\n") : lines.map(line => line.trimEnd());
    if (last?.kind === own) last.lines.push(...blank, ...text);
    else cells.push({ kind: own, lines: text });
    blank = [];
  }
  return cells.map(({ kind, lines }) => ({ kind, text: lines.join("\n") }));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function dedented(lines: readonly string[], indent: number): string {
  return plainCharacters(lines.map(line => (indentOf(line) >= indent ? line.slice(indent) : line.trimStart())).join("\n"));
}
