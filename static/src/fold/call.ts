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
  /** Of a function of the program: where it was called. */
  readonly from: CodePlace | null;
  /** Of a function of the program: how often each of its lines has begun. */
  readonly counts: Map<number, number>;
  /** How many calls are around it. */
  readonly depth: number;
}

/** A line of a function of the program, and how often it had begun, from 1. */
export interface CodePlace {
  readonly line: number;
  readonly file: number;
  readonly round: number;
}

/** The innermost call of each event, asked for in order. */
export type CallOf = (event: TraceEvent) => Call;

/** A new call; one that would be too deep is the call that it was made in. */
export function enter(
  { what, name, module }: Pick<Call, "what" | "name" | "module">,
  number: number,
  outer: Call | null,
  from: CodePlace | null,
): Call {
  const depth = outer === null ? 0 : outer.depth + 1;
  if (outer !== null && depth > MAX_DEPTH) return outer;
  return { what, name, module, number, outer, from, counts: new Map(), depth };
}

export function placeIn(call: Call, line: number, file = 0): CodePlace {
  return { line, file, round: call.counts.get(line) ?? 1 };
}

/** The innermost function of the program; the module itself is one. */
export function functionAround(call: Call): Call {
  let found = call;
  while (found.what !== "function" && found.outer !== null) found = found.outer;
  return found;
}
