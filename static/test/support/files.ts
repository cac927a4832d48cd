/** Makes a film of several files of a film of one: what is below a line of the snippet is in another file. */
import type { Run } from "../../src/trace/contract";

type Json = Record<string, unknown>;

/** From line `first` on the program is the file `path`, and `first` its line 1. */
export function inTwoFiles(run: Run, first: number, path: string): Run {
  const lines = run.code.split("\n");
  const moved = placed(run, first, path.split("/").at(-1) ?? path) as unknown as Run;
  return {
    ...moved,
    code: lines.slice(0, first - 1).join("\n"),
    files: [
      { path: "/home/me/train.py", name: "train.py", text: null },
      { path, name: path.split("/").at(-1) ?? path, text: lines.slice(first - 1).join("\n") },
    ],
  };
}

/** Every `line` and `…_line` with the `file` and `…_file` beside it; among the parameters of a sentence files have their names. */
function placed(value: unknown, first: number, name: string, worded = false): unknown {
  if (Array.isArray(value)) return value.map(each => placed(each, first, name, worded));
  if (typeof value !== "object" || value === null) return value;
  const record = Object.fromEntries(
    Object.entries(value as Json).map(([key, inner]) => [key, placed(inner, first, name, worded || key === "params")]),
  );
  for (const [key, line] of Object.entries(record)) {
    if (!/(^|_)line$/.test(key) || typeof line !== "number") continue;
    const file = line >= first ? 1 : 0;
    record[key] = file ? line - first + 1 : line;
    record[key.replace(/line$/, "file")] = worded ? (file ? name : "train.py") : file;
  }
  return record;
}
