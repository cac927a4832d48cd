/** The imports that a page takes for granted: names that every reader of it knows, used and nowhere bound. */
import { CODE, scan } from "../scan";

const IMPORTS: readonly (readonly [name: string, line: string])[] = [
  ["math", "import math"],
  ["np", "import numpy as np"],
  ["torch", "import torch"],
  ["F", "import torch.nn.functional as F"],
  ["nn", "from torch import nn"],
  ["optim", "from torch import optim"],
];

/**
 * A cell that Python cannot read brings nothing to the others, nor does one below to those above it: what it imports is missing in them.
 */
export function missingImports(cells: readonly string[], isReadable: (code: string) => boolean): readonly string[] {
  const bare = cells.map(withoutStrings);
  const bringing = bare.map((code, at) => (isReadable(cells[at] ?? "") ? code : ""));
  const isMissing = (name: string) => {
    const first = bringing.findIndex(code => isBound(name, code));
    // What only a cell with a mistake needs, nobody misses.
    const isLate = first >= 0 && bringing.slice(0, first).some(code => isUsed(name, code));
    return isLate || (first < 0 && bare.some(code => isUsed(name, code) && !isBound(name, code)));
  };
  return IMPORTS.filter(([name]) => isMissing(name)).map(([, line]) => line);
}

function withoutStrings(code: string): string {
  const { kinds } = scan(code);
  return Array.from({ length: code.length }, (_, at) => (kinds[at] === CODE || code[at] === "\n" ? code[at] : " ")).join("");
}

function isUsed(name: string, code: string): boolean {
  return new RegExp(`(?<![\\w.])${name}\\.[A-Za-z_]`).test(code);
}

function isBound(name: string, code: string): boolean {
  const imported = `^[ \\t]*(?:import|from)\\b[^\\n]*\\b${name}\\b(?!\\.)(?!\\s+(?:as|import)\\b)`;
  const whole = `^[ \\t]*import\\s+(?:[\\w., ]*[ ,])?${name}(?:\\.\\w+)*[ \\t]*(?:,|;|#|$)`;
  const many = `^[ \\t]*from\\s+[\\w.]+\\s+import\\s*\\([^)]*\\b${name}\\b`;
  const assigned = `(?<![\\w.])${name}\\s*(?:,[\\w\\s,]+)?=(?!=)|\\bfor\\s+[\\w, ]*\\b${name}\\b[\\w, ]*\\s+in\\b|\\b(?:def|class|as)\\s+${name}\\b`;
  return [imported, whole, many, assigned].some(pattern => new RegExp(pattern, "m").test(code));
}
