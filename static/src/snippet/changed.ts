/** The lines in which two programs differ, with the line before and after each place, numbered in their own program. */
import { diffLines } from "diff";

export interface Line {
  readonly number: number;
  readonly text: string;
  /** The other program has another line here, or none. */
  readonly differs: boolean;
}

export interface Changed {
  readonly before: readonly Line[];
  readonly after: readonly Line[];
}

export function changedLines(before: string, after: string): Changed {
  const [left, right] = [createSide(), createSide()];
  for (const part of diffLines(ended(before), ended(after))) {
    const lines = part.value.replace(/\n$/, "").split("\n");
    if (part.added || part.removed) {
      left.mark(part.removed ? lines : []);
      right.mark(part.added ? lines : []);
    } else {
      left.pass(lines);
      right.pass(lines);
    }
  }
  return { before: left.shown(), after: right.shown() };
}

/** A line that one of two programs has and the other has not. */
export interface Difference {
  readonly side: "before" | "after";
  /** In its own program. */
  readonly number: number;
  readonly text: string;
}

/** The lines in which two programs differ, from the first to the last: at each place those before, then those after. */
export function differences(before: string, after: string): readonly Difference[] {
  const found: Difference[] = [];
  const at = { before: 0, after: 0 };
  for (const { value, added, removed } of diffLines(ended(before), ended(after))) {
    const lines = value.replace(/\n$/, "").split("\n");
    const side = added ? "after" : "before";
    if (added || removed) for (const text of lines) found.push({ side, number: ++at[side], text });
    else {
      at.before += lines.length;
      at.after += lines.length;
    }
  }
  return found;
}

/** Where a line of a program stands in the one that it became; null where it was changed or is gone. */
export function lineIn(after: string, before: string, line: number): number | null {
  let moved = 0;
  for (const { side, number } of differences(before, after)) {
    if (side === "before" && number === line) return null;
    if (side === "before" && number < line) moved--;
    if (side === "after" && number <= line + moved) moved++;
  }
  return line + moved;
}

/** One program as the comparison goes down it: all its lines, and which of them lie at a place that differs. */
function createSide() {
  const lines: Line[] = [];
  const near = new Set<number>();
  const push = (texts: readonly string[], differs: boolean) => {
    for (const text of texts) lines.push({ number: lines.length + 1, text, differs });
  };
  return {
    pass: (texts: readonly string[]) => push(texts, false),
    mark: (texts: readonly string[]) => {
      const first = lines.length;
      push(texts, true);
      for (let number = first; number <= lines.length + 1; number++) near.add(number);
    },
    shown: () => lines.filter(({ number, text, differs }) => differs || (near.has(number) && text.trim() !== "")),
  };
}

function ended(code: string): string {
  return code.endsWith("\n") ? code : `${code}\n`;
}
