/** Takes the marks of quotations out of mails, forums and Markdown: `> ` before each line of a run that holds code. */
import { hasFences } from "./fences";
import { divide } from "./statements";

/** No quotation holds more, one in another. */
const MAX_DEPTH = 20;
/** Three of them are a prompt of Python. */
const MARK = /^>{1,2}(?!>) ?/;

export function withoutQuoteMarks(lines: readonly string[], depth = 0): readonly string[] {
  if (!lines.some(line => MARK.test(line))) return lines;
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && MARK.test(lines[end] ?? "")) end++;
    const run = lines.slice(at, end);
    // In the report of a test, such a mark is before the line that failed.
    const isFailed = run.length > 0 && /^E\s{3}/.test(lines[end] ?? "");
    for (const line of end === at ? [lines[at] ?? ""] : isFailed ? run : withoutMarks(run, depth + 1)) kept.push(line);
    at = Math.max(end, at + 1);
  }
  return kept;
}

function withoutMarks(run: readonly string[], depth: number): readonly string[] {
  const bare = run.map(line => line.replace(MARK, ""));
  // A quotation may hold another.
  const inner = depth < MAX_DEPTH && bare.some(line => MARK.test(line)) ? withoutQuoteMarks(bare, depth) : bare;
  return hasFences(inner) || inner.some(line => line.startsWith(">>>")) || divide(inner).hasCode ? inner : run;
}
