/** Asks the editor's Python grammar whether a text is Python, and where it is not. Pure; loaded where it is needed, since the grammar is large. */
import { pythonLanguage } from "@codemirror/lang-python";
import { CODE, type Scan, scan } from "./scan";

/** Where Python could not read the code; null where it can. The grammar reads statements of Python 2 as well, which are errors here. */
export function firstError(code: string, scanned: Scan = scan(code)): number | null {
  let first: number | null = null;
  pythonLanguage.parser.parse(readable(code, scanned)).iterate({
    enter: ({ type, from }) => {
      if (first === null && (type.isError || type.name === "PrintStatement")) first = from;
      return first === null;
    },
  });
  return first;
}

/** Gives up at the first error: to go on after thousands of them takes seconds. */
const STRICT = pythonLanguage.parser.configure({ strict: true });

export function parses(code: string): boolean {
  const scanned = scan(code);
  if (scanned.unbalanced !== null) return false;
  try {
    let isRead = true;
    STRICT.parse(readable(code, scanned)).iterate({
      enter: ({ type }) => {
        isRead &&= type.name !== "PrintStatement";
        return isRead;
      },
    });
    return isRead;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The names of the grammar's nodes for the statements of a text, such as `AssignStatement`. */
export function statementsIn(code: string): readonly string[] {
  const names: string[] = [];
  const top = pythonLanguage.parser.parse(readable(code, scan(code))).topNode;
  for (let node = top.firstChild; node !== null; node = node.nextSibling) {
    const inner = node.name === "ExpressionStatement" ? node.firstChild : null;
    names.push(inner?.name ?? node.name);
  }
  return names;
}

/**
 * As long as before, with something that the grammar knows for what it does not: `1.` before a sign, `yield` alone, `as self.file`,
 * `as (out, err)`, `tuple[int, *rest]`, `Point()` in a pattern.
 */
function readable(code: string, { kinds }: Scan): string {
  const isCode = (at: number) => kinds[at] === CODE;
  return (
    code
      .replace(/(?<![\w.])(\d[\d_]*)\.(?![\w.])/g, (whole, digits: string, at: number) => (isCode(at) ? `${digits}0` : whole))
      .replace(/\byield(?=[ \t]*(?:[)\]}#;\n]|$))/g, (whole, at: number) => (isCode(at) ? "True " : whole))
      .replace(/^[ \t]*case\b.*$/gm, (line, from: number) =>
        line.replace(/(?<=\w)\(\)/g, (whole, at: number) => (isCode(from + at) ? "  " : whole)),
      )
      // The sign first: to look back from every blank takes seconds.
      .replace(/\*(?<=[[,]\s*\*)(?=\w)/g, (whole, at: number) => (isCode(at) ? " " : whole))
      .replace(/\bas \([\w, ]+\)(?=\s*:)/g, (whole, at: number) => (isCode(at) ? `as ${"_".repeat(whole.length - 3)}` : whole))
      .replace(/\bas [\w.]+/g, (whole, at: number) => (isCode(at) ? whole.replaceAll(".", "_") : whole))
  );
}
