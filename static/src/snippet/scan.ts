/** Tells code, strings and comments of a Python program apart, and where its statements begin; it need not be valid Python. */

/** The first line of a statement that opens a block. */
export const HEADER = /^\s*(?:async\s+)?(?:if|elif|else|for|while|def|class|with|try|except|finally)\b/;

export const CODE = 0;
export const STRING = 1;
export const COMMENT = 2;

export interface ScannedLine {
  /** Offset of its first character. */
  readonly from: number;
  readonly text: string;
  /** Whether a statement may begin here: it is in no string and in no brackets, and the line before does not go on. */
  readonly fresh: boolean;
  /** Whether the text up to its end is the beginning of a statement: a bracket or a string of several lines is open, or a backslash is at its end. */
  readonly goesOn: boolean;
}

/** A bracket or a string that is opened and not closed, or closed and not opened. */
export interface Unbalanced {
  readonly kind: "unclosed" | "unopened" | "string";
  readonly from: number;
  readonly text: string;
}

export interface Scan {
  /** For every character: CODE, STRING (its quotes included) or COMMENT. */
  readonly kinds: Uint8Array;
  readonly lines: readonly ScannedLine[];
  /** The first one; null where everything fits. */
  readonly unbalanced: Unbalanced | null;
}

const QUOTE = /"""|'''|"|'/y;
const PAIRS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", "）": "（", "］": "［", "｝": "｛", "】": "【" };
const OPENING = new Set(Object.values(PAIRS));
/** Brackets in full width stand for those of Python. */
const PLAIN: Readonly<Record<string, string>> = { "（": "(", "［": "[", "｛": "{", "【": "[" };

interface Bracket {
  readonly text: string;
  readonly from: number;
}

export function scan(code: string): Scan {
  const kinds = new Uint8Array(code.length);
  const lines: ScannedLine[] = [];
  const open: Bracket[] = [];
  let unbalanced: Unbalanced | null = null;
  let from = 0;
  let fresh = true;
  const endLine = (at: number, next: boolean, inString = "") => {
    const goesOn = goesOnAt(code, at, { unbalanced, open: open.length, inString });
    lines.push({ from, text: code.slice(from, at), fresh, goesOn });
    [from, fresh] = [at + 1, next];
  };
  for (let at = 0; at < code.length; at++) {
    const letter = code[at] ?? "";
    if (letter === "\n") endLine(at, open.length === 0 && !(code[at - 1] === "\\" && kinds[at - 1] === CODE));
    else if (letter === "#") {
      const end = endOfLine(code, at);
      kinds.fill(COMMENT, at, end);
      at = end - 1;
    } else if (letter === '"' || letter === "'") {
      const { quote, end, closed } = endOfString(code, at);
      kinds.fill(STRING, at, end);
      for (let inner = at; inner < end; inner++) if (code[inner] === "\n") endLine(inner, false, quote);
      if (!closed) unbalanced ??= { kind: "string", from: at, text: letter };
      at = end - 1;
    } else if (OPENING.has(letter)) open.push({ text: letter, from: at });
    else if (letter in PAIRS) {
      const opened = open.pop();
      if (opened === undefined || plain(opened.text) !== plain(PAIRS[letter] ?? ""))
        unbalanced ??= { kind: opened ? "unclosed" : "unopened", from: opened?.from ?? at, text: opened?.text ?? letter };
    }
  }
  endLine(code.length, false);
  const last = open.at(-1);
  return { kinds, lines, unbalanced: unbalanced ?? (last ? { kind: "unclosed", ...last } : null) };
}

interface Reached {
  readonly unbalanced: Unbalanced | null;
  readonly open: number;
  /** Its quotes, where the line ends in a string. */
  readonly inString: string;
}

function goesOnAt(code: string, at: number, { unbalanced, open, inString }: Reached): boolean {
  if (unbalanced?.kind === "unclosed") return true;
  if (unbalanced?.kind === "string") return code.startsWith(unbalanced.text.repeat(3), unbalanced.from);
  if (unbalanced === null && inString !== "") return inString.length > 1;
  return (unbalanced === null && open > 0) || code[at - 1] === "\\";
}

/** A string in single quotes ends with its line at the latest; `end` is behind its last character. */
function endOfString(code: string, start: number): { readonly quote: string; readonly end: number; readonly closed: boolean } {
  QUOTE.lastIndex = start;
  const quote = QUOTE.exec(code)?.[0] ?? "";
  for (let at = start + quote.length; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code.startsWith(quote, at)) return { quote, end: at + quote.length, closed: true };
    else if (code[at] === "\n" && quote.length === 1) return { quote, end: at, closed: false };
  }
  return { quote, end: code.length, closed: false };
}

function endOfLine(code: string, at: number): number {
  const end = code.indexOf("\n", at);
  return end < 0 ? code.length : end;
}

function plain(bracket: string): string {
  return PLAIN[bracket] ?? bracket;
}
