/** Makes the run of a program of which lines were moved, deleted or changed in place: what the lines did goes with them. */
import type { Run } from "../../src/trace/contract";

type Json = Record<string, unknown>;

export interface ProgramEdit {
  /** The edited program. */
  readonly code: string;
  /** The new number of each line; null for one that is gone, with all that it did. */
  readonly lineOf: (line: number) => number | null;
  /** A variable that is called otherwise. */
  readonly renamed?: readonly [from: string, to: string];
}

export function editedRun(run: Run, { code, lineOf, renamed }: ProgramEdit): Run {
  const isKept = ({ line }: { readonly line: number | null }) => line === null || lineOf(line) !== null;
  const events = run.events.filter(isKept).map((event, index) => ({ ...event, index }));
  const moved = withLines({ ...run, events }, lineOf) as Run;
  return { ...moved, code, ...(renamed ? named(moved, renamed) : {}) };
}

function named(run: Run, [from, to]: readonly [string, string]): Pick<Run, "events" | "tensors"> {
  return {
    events: run.events.map(event => (event.kind === "bind" && event.name === from ? { ...event, name: to } : event)),
    tensors: run.tensors.map(tensor => ({ ...tensor, names: tensor.names.map(name => (name === from ? to : name)) })),
  };
}

/** Every `line` and `…_line`. */
function withLines(value: unknown, lineOf: ProgramEdit["lineOf"]): unknown {
  if (Array.isArray(value)) return value.map(each => withLines(each, lineOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Json).map(([key, inner]) => {
      const isLine = /(^|_)line$/.test(key) && typeof inner === "number";
      return [key, isLine ? (lineOf(inner) ?? inner) : withLines(inner, lineOf)];
    }),
  );
}
