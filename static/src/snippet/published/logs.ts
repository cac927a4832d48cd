/** Where what is no Python, though it may hold lines of it, ends: what pytest reports, and listings of reStructuredText in other languages. */
import { isForeign } from "./labels";

/** No report of a test and no listing is longer. */
const MAX_LINES = 400;
/** No rule of a report is longer. */
const MAX_RULE_CHARS = 200;
const SESSION = /^\s*={3,} (?:test session starts|FAILURES|ERRORS) ={3,}\s*$/;
const SESSION_END = /^\s*={3,} .*\bin [\d.]+ ?s\b.*={3,}\s*$|^\s*={3,} (?:no tests ran|\d+ (?:passed|failed|error)).*$/;
const TEST = /^\s*_{3,} [\w.[\]: -]+ _{3,}\s*$/;
const TEST_END = /^\s*\S+\.py:\d+: ?\w*$/;
const DIRECTIVE = /^\s*\.\. (?:code-block|code|sourcecode|highlight):: *([\w+#-]+)\s*$/;

/** The line behind a log that begins at a line; that line itself where none begins. */
export function endOfLog(lines: readonly string[], at: number): number {
  const line = lines[at] ?? "";
  if (line.length > MAX_RULE_CHARS) return at;
  if (SESSION.test(line)) return lastOf(lines, at, SESSION_END);
  if (TEST.test(line)) return lastOf(lines, at, TEST_END);
  const language = DIRECTIVE.exec(line)?.[1] ?? "";
  return isForeign(language) ? endOfIndented(lines, at) : at;
}

function lastOf(lines: readonly string[], at: number, end: RegExp): number {
  const last = Math.min(lines.length, at + MAX_LINES);
  for (let next = at + 1; next < last; next++) {
    const line = lines[next] ?? "";
    if (line.length <= MAX_RULE_CHARS && end.test(line)) return next + 1;
  }
  return at + 1;
}

function endOfIndented(lines: readonly string[], at: number): number {
  const indent = (line: string) => line.length - line.trimStart().length;
  const own = indent(lines[at] ?? "");
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (line.trim() === "") continue;
    if (indent(line) <= own) break;
    end = next + 1;
  }
  return end;
}
