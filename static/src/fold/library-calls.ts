/** Says which ops happened inside a call of a library function, such as `opt.step()`. */
import type { OpEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";

/** The outermost library call around an op; null for an op that the program writes itself. */
export type LibraryCallOf = (op: OpEvent) => string | null;

export function libraryCalls({ run }: TraceIndex): LibraryCallOf {
  const outermost = new Map<string | null, string | null>([[null, null]]);
  for (const event of run.events) {
    if (event.kind !== "call") continue;
    outermost.set(event.call, outermost.get(event.parent) ?? (event.what === "library" ? event.call : null));
  }
  return ({ call }) => outermost.get(call) ?? null;
}
