/** Finds what the cursor is in: the test that pytest would call, and the cell. Lines count from 0 here, as in the editor. */

const DEFINITION = /^(\s*)(?:async\s+)?(def|class)\s+(\w+)/;
const CELL = /^#\s*%%/;

/** The part of a test's id behind its file, such as `TestNet::test_step`; null where the cursor is in no test. */
export function testAt(lines: readonly string[], line: number): string | null {
  const names: string[] = [];
  let within = Number.POSITIVE_INFINITY;
  for (let at = line; at >= 0 && within > 0; at--) {
    const text = lines[at] ?? "";
    const found = DEFINITION.exec(text);
    const indent = text.length - text.trimStart().length;
    // A line further left than all below it ends the blocks that it is no head of.
    if (!text.trim() || /^\s*[#@)]/.test(text) || indent >= within) continue;
    if (found) {
      const [, , kind, name] = found;
      if (kind === "class" || name?.startsWith("test")) names.unshift(name ?? "");
      else names.length = 0;
      within = indent;
    } else within = indent;
  }
  const last = names.at(-1);
  return last?.startsWith("test") && names.slice(0, -1).every(name => name.startsWith("Test")) ? names.join("::") : null;
}

/** The last line of the cell that a line is in; null where the file has no cells (`# %%`). */
export function endOfCell(lines: readonly string[], line: number): number | null {
  if (!lines.some(text => CELL.test(text))) return null;
  const next = lines.findIndex((text, at) => at > line && CELL.test(text));
  return (next < 0 ? lines.length : next) - 1;
}

/** Lines on which a backward pass is started. */
export function backwardLines(lines: readonly string[]): readonly number[] {
  return lines.flatMap((text, at) => (/\.backward\(|autograd\.grad\(/.test(text.replace(/#.*/, "")) ? [at] : []));
}
