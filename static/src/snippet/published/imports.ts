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

export function missingImports(code: string): readonly string[] {
  const { kinds } = scan(code);
  const bare = Array.from({ length: code.length }, (_, at) => (kinds[at] === CODE || code[at] === "\n" ? code[at] : " ")).join("");
  return IMPORTS.filter(([name]) => isUsed(name, bare) && !isBound(name, bare)).map(([, line]) => line);
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
