/** Puts fences on lines of their own where a chat ran them into the first or the last line of the code: "```def f():" and "return x```". */
import { looksLikeCode } from "./lines";

const MARK = "```";
const OPENS = /^(\s*)```(?!`)\s*(\S.*)$/;
const BEGINS = /^(?:>>> |Traceback \(|(?:import|from|def|class|for|with|while|if|try|async|return|print)\b[^}]*[\s(:])/;

export function withFencesApart(lines: readonly string[]): readonly string[] {
  if (!lines.some(line => line.includes(MARK))) return lines;
  const isGluedNext = closedInWords(lines);
  const apart: string[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const [, indent = "", rest = ""] = OPENS.exec(line) ?? [];
    if (!isOpen && rest !== "" && !rest.includes("`") && (isGluedNext[at] || BEGINS.test(rest) || looksLikeCode(rest))) {
      apart.push(`${indent}${MARK}`, `${indent}${rest}`);
      isOpen = true;
    } else if (isOpen && endsGlued(line)) {
      apart.push(line.trimEnd().slice(0, -MARK.length), MARK);
      isOpen = false;
    } else {
      apart.push(line);
      if (line.trimStart().startsWith(MARK) && !line.trim().slice(MARK.length).includes("`")) isOpen = !isOpen;
    }
  }
  return apart;
}

/** For each line, whether the next fence is at the end of a line of words, and the line itself has more than a language. */
function closedInWords(lines: readonly string[]): readonly boolean[] {
  let isGlued = false;
  const found = lines.map(() => false);
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? "";
    if (!line.includes(MARK)) continue;
    found[at] = isGlued && /\s/.test((OPENS.exec(line)?.[2] ?? "").trim()) && !/[{}"]/.test(line);
    isGlued = endsGlued(line);
  }
  return found;
}

function endsGlued(line: string): boolean {
  const text = line.trimEnd();
  return text.endsWith(MARK) && text.indexOf(MARK) === text.length - MARK.length && text.trimStart() !== MARK;
}
