/** Takes the program out of a session: what follows the prompts of Python and IPython is kept, and what was printed becomes comments. */
import { CODE, type Scan, type ScannedLine, scan } from "./scan";

const PYTHON = /^\s*(?:>>> ?|\.\.\.(?: |$))(.*)$/;
const FIRST_PROMPT = /^\s*>>>/;
const IPYTHON = /^\s*In ?\[[\d* ]*\]: ?(.*)$/;
const IPYTHON_MORE = /^\s*\.{3,}: ?(.*)$/;
const OUTPUT = /^\s*Out ?\[\d+\]:/;
const BANNER = /^(?:Python \d|IPython \d|Type ["'?h]|\[(?:GCC|Clang|MSC))/;
const FENCE = /^\s*(?:```|~~~)\s*[\w+-]*\s*$/;

export function withoutPrompts(code: string): string {
  const scanned = scan(code);
  const isPrompt = (line: ScannedLine) =>
    (FIRST_PROMPT.test(line.text) && isCode(line, scanned)) || (IPYTHON.test(line.text) && line.fresh);
  if (!scanned.lines.some(isPrompt)) return code;
  let printed = false;
  const kept = code.split("\n").map(text => {
    const entered = enteredIn(text);
    if (entered !== null) {
      // Copied from a page, a cell begins below its number.
      printed = !(IPYTHON.test(text) && entered === "");
      return entered;
    }
    if (OUTPUT.test(text)) printed = true;
    return (printed || BANNER.test(text)) && text.trim() !== "" ? `# ${text}` : text;
  });
  return kept.join("\n");
}

/** What a person has typed on this line; null where it has no prompt. */
function enteredIn(text: string): string | null {
  const more = IPYTHON_MORE.exec(text) ?? IPYTHON.exec(text) ?? PYTHON.exec(text);
  return more ? (more[1] ?? "") : null;
}

/** Text around a block in a Markdown fence becomes comments, and the fences too. */
export function withoutFences(code: string): string {
  const scanned = scan(code);
  const { lines } = scanned;
  const fences = lines.flatMap((line, at) => (FENCE.test(line.text) && isCode(line, scanned) ? [at] : []));
  if (fences.length === 0) return code;
  const inside = (at: number) => fences.filter(fence => fence < at).length % 2 === 1;
  // One fence alone was left over at an end: all of the rest is code.
  const alone = fences.length === 1;
  return lines
    .map(({ text }, at) => (fences.includes(at) ? "" : alone || inside(at) || text.trim() === "" ? text : `# ${text}`))
    .join("\n");
}

/** The line begins in no string. */
function isCode({ from, text }: ScannedLine, { kinds }: Scan): boolean {
  return kinds[from + text.length - text.trimStart().length] === CODE;
}
