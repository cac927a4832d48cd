/** Finds the first place in a program that Python could not read, and what is wrong there in words that a reader understands. Pure. */
import { firstError } from "./grammar";
import { HEADER, type ScannedLine, scan } from "./scan";

export interface SyntaxFault {
  readonly kind: "unclosed" | "unopened" | "string" | "colon" | "print" | "other";
  readonly from: number;
  readonly to: number;
  /** The bracket or the quote that it is about. */
  readonly text: string;
}

const PRINT = /^(\s*)print\s+[^\s(=.,:[)]/;

export function syntaxFault(code: string): SyntaxFault | null {
  const scanned = scan(code);
  const { unbalanced, lines } = scanned;
  if (unbalanced) return { ...unbalanced, to: endOfText(lines, unbalanced.from) };
  const at = firstError(code, scanned);
  if (at === null) return null;
  const line = lines.findLast(({ from }) => from <= at) ?? { from: 0, text: "", fresh: true };
  const before = lines.findLast(({ from, text }) => from < line.from && text.trim() !== "");
  const printed = PRINT.exec(line.text);
  if (printed) return ofLine("print", line.from + (printed[1]?.length ?? 0), line.from + line.text.length);
  const header = [line, before].find(each => each !== undefined && HEADER.test(each.text) && !/:\s*(#.*)?$|:.*\S/.test(each.text));
  if (header) {
    const end = header.from + header.text.replace(/#.*$/, "").trimEnd().length;
    return ofLine("colon", end - 1, end);
  }
  const indent = line.text.length - line.text.trimStart().length;
  const from = Math.max(line.from + indent, Math.min(at, line.from + line.text.length - 1));
  return ofLine("other", from, Math.max(from + 1, line.from + line.text.trimEnd().length));
}

function endOfText(lines: readonly ScannedLine[], at: number): number {
  const line = lines.findLast(({ from }) => from <= at);
  return Math.max(at + 1, (line?.from ?? 0) + (line?.text.trimEnd().length ?? 0));
}

function ofLine(kind: SyntaxFault["kind"], from: number, to: number): SyntaxFault {
  return { kind, from, to, text: "" };
}
