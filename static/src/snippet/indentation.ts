/** Moves an indented block to the left edge, and gives lines that mix tabs and spaces an indentation that Python can compare. */
import { CODE, HEADER, type Scan, type ScannedLine, scan } from "./scan";

const TAB_COLUMNS = 8;
const SPACES = "    ";

/** A block that was copied with its indentation, or all but its first line. */
export function startingAtTheEdge(code: string): string {
  const scanned = scan(code);
  const statements = scanned.lines.filter(line => isStatement(line, scanned));
  const [first, second] = statements;
  if (first === undefined) return code;
  const start = indentOf(first) > 0 ? first : second;
  if (start === undefined || indentOf(start) === 0 || (start === second && opensBlock(first, second, code, scanned))) return code;
  let shift = indentOf(start);
  const moved = scanned.lines.map(line => {
    if (line.from < start.from || !isMoved(line, scanned)) return line.text;
    if (line.fresh && isStatement(line, scanned)) shift = Math.min(shift, indentOf(line));
    return line.text.slice(Math.min(shift, indentOf(line)));
  });
  return moved.join("\n");
}

/** A tab becomes four spaces where the lines of a block could not be compared otherwise. */
export function indentedEvenly(code: string): string {
  const scanned = scan(code);
  if (!code.includes("\t") || !mixesTabs(scanned.lines.filter(line => isStatement(line, scanned)))) return code;
  const even = ({ text }: ScannedLine) => text.replace(/^[ \t]+/, indent => indent.replaceAll("\t", SPACES));
  return scanned.lines.map(line => (isMoved(line, scanned) ? even(line) : line.text)).join("\n");
}

function isStatement(line: ScannedLine, { kinds }: Scan): boolean {
  const at = line.from + indentOf(line);
  return line.fresh && line.text.trim() !== "" && !line.text.trimStart().startsWith("#") && kinds[at] !== undefined;
}

/** The inside of a string stays where it is. */
function isMoved(line: ScannedLine, { kinds }: Scan): boolean {
  return line.fresh || kinds[line.from] === CODE;
}

function indentOf({ text }: ScannedLine): number {
  return text.length - text.trimStart().length;
}

/** The first statement ends in a colon, as far as it is code, or should: a colon that is missing is the reader's to add. */
function opensBlock(first: ScannedLine, second: ScannedLine | undefined, code: string, { kinds }: Scan): boolean {
  if (HEADER.test(first.text)) return true;
  const letters = Array.from(code.slice(first.from, second?.from ?? code.length), (letter, at) =>
    kinds[first.from + at] === CODE ? letter : "",
  );
  return letters.join("").trimEnd().endsWith(":");
}

/** Python compares indentations with tabs of eight columns and of one; both must agree. */
function mixesTabs(statements: readonly ScannedLine[]): boolean {
  const stack = [{ wide: 0, narrow: 0 }];
  for (const line of statements) {
    const { wide, narrow } = widthsOf(line.text);
    while (stack.length > 1 && wide < (stack.at(-1)?.wide ?? 0)) stack.pop();
    const top = stack.at(-1) ?? { wide: 0, narrow: 0 };
    if (wide === top.wide ? narrow !== top.narrow : narrow <= top.narrow) return true;
    if (wide > top.wide) stack.push({ wide, narrow });
  }
  return false;
}

function widthsOf(text: string): { readonly wide: number; readonly narrow: number } {
  let [wide, narrow] = [0, 0];
  for (const letter of text.slice(0, text.length - text.trimStart().length)) {
    wide = letter === "\t" ? (Math.floor(wide / TAB_COLUMNS) + 1) * TAB_COLUMNS : wide + 1;
    narrow += 1;
  }
  return { wide, narrow };
}
