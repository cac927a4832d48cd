/** A call that ops happened in: of a function of the program, of a module, of a library function. */
import type { TraceEvent } from "../trace/contract";

/** Calls deeper than this are told as part of the last one above: a recursion is not read to its end, and must not cost depth times ops. */
const MAX_DEPTH = 100;

/** The program itself is the outermost. */
export interface Call {
  readonly what: "function" | "module" | "library";
  /** Qualified name of the function, or class of the module. */
  readonly name: string;
  readonly module: string | null;
  /** Two calls of one function differ. */
  readonly number: number;
  /** The call that it was made in. */
  readonly outer: Call | null;
  /** How many calls are around it. */
  readonly depth: number;
}

/** The innermost call of each event, asked for in order. */
export type CallOf = (event: TraceEvent) => Call;

/** A new call; one that would be too deep is the call that it was made in. */
export function enter({ what, name, module }: Pick<Call, "what" | "name" | "module">, number: number, outer: Call | null): Call {
  const depth = outer === null ? 0 : outer.depth + 1;
  if (outer !== null && depth > MAX_DEPTH) return outer;
  return { what, name, module, number, outer, depth };
}

/** The innermost function of the program; the module itself is one. */
export function functionAround(call: Call): Call {
  let found = call;
  while (found.what !== "function" && found.outer !== null) found = found.outer;
  return found;
}
