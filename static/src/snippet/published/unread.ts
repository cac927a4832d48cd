/** Says of a text that is no program and no page why it cannot be read: it stays as it is, and the reader is told what it seems to be. */
import { MAX_TEXT_CHARS } from "../limits";
import { hasWordsOfTorch, mayHoldError } from "./errors";
import { isErrorLine } from "./lines";

/** Each has a sentence of its own in the catalogue; `end`: of one that is too long the end is there, with an error. */
export type UnreadKind = "long" | "end" | "slow" | "binary" | "html" | "language" | "traceback" | "nocode" | "unclear";

export interface Unread {
  readonly kind: UnreadKind;
  /** Its name, where the kind is `language`. */
  readonly language: string;
  /** Of the text, in characters, where the kind is `long`, `end` or `slow`. */
  readonly length: number;
}

const FILES: readonly string[] = ["%PDF-", "PK\u0003\u0004", "\u0089PNG", "\ufffdPNG", "GIF87a", "GIF89a", "\u007fELF"];
const REPLACED = "\ufffd";
/** Tabs, ends of lines and pages, and what terminals colour their output with. */
const CONTROL = "\b\t\n\v\f\r\u001b";
/** No text has so many signs that cannot be read. */
const MAX_UNREADABLE = 0.01;
const TAG = /<\/?[a-z][\w-]*(?:\s[^<>]*)?>|<!doctype\b/i;
const HTML_START = /^\s*<(?:!doctype html|[a-z][\w-]*(?:\s[^<>]*)?>)/i;
/** A text of which so many lines have the form of another language is in that language. */
const MIN_SHARE = 0.4;

/** Lines that a language has and Python has not. The first pattern is sure, the second is found in others as well. */
const LANGUAGES: readonly (readonly [name: string, sure: RegExp, also: RegExp])[] = [
  ["C++", /^\s*#include\s*[<"]|\b(?:std|torch|at)::\w|^\s*template\s*</, /[;{}]\s*(?:\/\/.*)?$/],
  ["Java", /^\s*(?:public|private|protected)\s+(?:static\s+)?(?:final\s+)?\w+|^import java|\bSystem\.out\./, /[;{}]\s*(?:\/\/.*)?$/],
  ["Rust", /^\s*(?:pub )?fn \w+.*\{$|^\s*let mut |^use \w+::/, /[;{}]\s*(?:\/\/.*)?$/],
  ["Go", /^package \w+$|^func (?:\(.*\) )?\w+\(.*\{$|^\s*\w+ := /, /[{}]\s*$|\bfmt\.\w+\(/],
  [
    "JavaScript",
    /^\s*(?:const|let|var)\s+[\w{[]|\bconsole\.\w+\(|^\s*(?:export |async )?function\b.*\{$|^import .* from ["']|=>\s*\{?$/,
    /[;{}]\s*(?:\/\/.*)?$/,
  ],
  ["R", /^\s*[\w.$]+ <- \S|^\s*library\(\w+\)\s*$/, /\w\$\w|[{}]\s*$/],
  ["Julia", /^using \w+(?:[:,.] ?\w+)*$|^\s*end$|^function \w+\(.*\)$/, /\.[-+*/] |->|=>/],
  ["MATLAB", /^\s*function\s*(?:\[[\w, ]+\]|\w+)\s*=\s*\w+|^\s*end;?$|^\s*%/, /;\s*$/],
];

/** Which kinds are no program: there is nothing in them to run. */
const NO_PROGRAM: ReadonlySet<UnreadKind> = new Set(["end", "binary", "html", "language", "traceback", "nocode"]);

export function isNoProgram(unread: Unread | null): boolean {
  return unread !== null && NO_PROGRAM.has(unread.kind);
}

/** Before anything of the text is read: null where it may be a program or a page. */
export function unreadAtOnce(text: string): Unread | null {
  if (isBinary(text)) return unread("binary");
  return text.length > MAX_TEXT_CHARS ? unread("long", "", text.length) : null;
}

/** Of a text that Python cannot read, and that has no prompts and no fences of Python. */
export function unreadInstead(lines: readonly string[]): Unread | null {
  if (isHtml(lines)) return unread("html");
  const language = languageOf(lines);
  if (language === null) return null;
  // Below its message stand the frames of C++ as well.
  return hasWordsOfTorch(lines.join("\n")) ? unread("traceback") : unread("language", language);
}

/** Of a text that could not be divided. */
export function unreadAfterwards(lines: readonly string[], hasCode: boolean): Unread {
  if (!hasCode && (lines.some(isErrorLine) || mayHoldError(lines.join("\n")))) return unread("traceback");
  return unread(hasCode ? "unclear" : "nocode");
}

/** The language, other than Python, in whose form most lines are; null where there is none. */
export function languageOf(lines: readonly string[]): string | null {
  const filled = lines.filter(line => line.trim() !== "");
  for (const [name, sure, also] of LANGUAGES) {
    const certain = filled.filter(line => sure.test(line)).length;
    const like = filled.filter(line => sure.test(line) || also.test(line)).length;
    if (certain > 0 && like >= 2 && like >= MIN_SHARE * filled.length) return name;
  }
  return null;
}

function unread(kind: UnreadKind, language = "", length = 0): Unread {
  return { kind, language, length };
}

function isBinary(text: string): boolean {
  if (FILES.some(start => text.startsWith(start))) return true;
  const start = [...text.slice(0, 20_000)];
  const unreadable = start.filter(letter => letter === REPLACED || (letter < " " && !CONTROL.includes(letter))).length;
  return unreadable > MAX_UNREADABLE * start.length;
}

export function isHtml(lines: readonly string[]): boolean {
  const filled = lines.filter(line => line.trim() !== "");
  // On IRC, senders stand in such brackets as well.
  if (!filled.some(line => /<\/|\/>|<!doctype/i.test(line))) return false;
  const tagged = filled.filter(line => TAG.test(line)).length;
  return HTML_START.test(filled[0] ?? "") && (tagged >= 3 || tagged === filled.length) && tagged >= MIN_SHARE * filled.length;
}
