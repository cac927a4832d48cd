/** Finds the call that each event of a run happened in. */
import { type Call, type CallOf, enter } from "./call";

export function createCalls(): CallOf {
  const top = enter({ what: "function", name: "<module>", module: null }, 0, null);
  const calls = new Map<string | null, Call>();
  return event => {
    if (event.kind === "call") calls.set(event.call, enter(event, calls.size + 1, calls.get(event.parent) ?? top));
    return ("call" in event && calls.get(event.call)) || top;
  };
}
