/** Reads the script that nbconvert makes of a notebook: `# In[3]:` above each cell of code, and its text in comments. */
import type { SourceCell } from "../cells";
import { divide } from "./statements";

const PROMPT = /^# In ?\[([\d ]*)\]: *$/;
const PREAMBLE = /^#!|^# (?:-\*- )?coding[:=]/;
/** Between a prompt and its cell. */
const MAX_GAP = 3;

export interface Script {
  readonly cells: readonly SourceCell[];
  readonly isOutOfOrder: boolean;
}

/** Null for a text that has no such prompt. */
export function cellsOfScript(lines: readonly string[]): Script | null {
  const starts = lines.flatMap((line, at) => (PROMPT.test(line) ? [at] : []));
  const [first] = starts;
  if (first === undefined) return null;
  const head = lines.slice(0, first).filter(line => !PREAMBLE.test(line));
  const cells: SourceCell[] = head.some(isCode) ? [...divide(head).cells] : [{ kind: "text", text: uncommented(head) }];
  for (const [at, start] of starts.entries()) cells.push(...cellsBelow(lines.slice(start + 1, starts[at + 1] ?? lines.length)));
  const numbers = starts.map(start => Number.parseInt(PROMPT.exec(lines[start] ?? "")?.[1] ?? "", 10)).filter(number => number > 0);
  return { cells, isOutOfOrder: numbers.some((number, at) => number <= (numbers[at - 1] ?? 0)) };
}

/** A cell of code, and the text in comments behind it, with two blank lines in between. */
function cellsBelow(lines: readonly string[]): readonly SourceCell[] {
  const begin = lines.findIndex(line => line.trim() !== "");
  if (begin < 0) return [];
  const last = lines.findLastIndex(isCode);
  const isBlank = (at: number) => (lines[at] ?? "").trim() === "";
  let end = last < 0 && begin > MAX_GAP ? begin : Math.max(last, begin) + 1;
  while (end < lines.length && end !== begin && !(isBlank(end - 1) && isBlank(end - 2))) end++;
  return [
    { kind: "code", text: lines.slice(begin, end).map(withMagic).join("\n").trimEnd() },
    { kind: "text", text: uncommented(lines.slice(end)) },
  ];
}

function isCode(line: string): boolean {
  return !/^\s*(?:#|$)/.test(line);
}

function uncommented(lines: readonly string[]): string {
  return lines.map(line => line.replace(/^# ?/, "")).join("\n");
}

/** `get_ipython().system('pip install torch')` was `!pip install torch`. */
function withMagic(line: string): string {
  const [, name, first, second = ""] = /^get_ipython\(\)\.(system|run_line_magic)\('([^']*)'(?:, '([^']*)')?\) *$/.exec(line) ?? [];
  if (first === undefined) return line;
  return name === "system" ? `!${first}` : `%${first} ${second}`.trimEnd();
}
