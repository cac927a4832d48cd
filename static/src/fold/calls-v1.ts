/**
 * Finds the calls of films of schema version 1, which have no events for them: functions of the program from the function and depth of
 * each line and the function of each op, modules and library calls from the paths that the op states.
 */
import type { OpEvent } from "../trace/contract";
import { type Call, type CallOf, enter, placeIn } from "./call";

export function callsWithoutEvents(): CallOf {
  let number = 0;
  const made = (what: Call["what"], name: string, outer: Call | null, from: Call["from"], module: string | null = null) =>
    enter({ what, name, module }, ++number, outer, from);
  const stack: Call[] = [made("function", "<module>", null, null)];
  const lines = new Map<Call, number>();
  let inside: readonly Call[] = [];
  return event => {
    let call = stack.at(-1) as Call;
    if (event.kind !== "line" && (event.kind !== "op" || event.line === null)) return call;
    const depth = event.kind === "line" ? event.depth : stack.findLastIndex(each => each.name === event.function);
    if (depth >= 0) stack.length = Math.min(stack.length, depth + 1);
    if (event.kind === "line" && stack.length === depth + 1 && stack.at(-1)?.name !== event.function) stack.pop();
    call = stack.at(-1) ?? call;
    if (call.name !== event.function) {
      call = made("function", event.function, call, placeIn(call, lines.get(call) ?? 0));
      stack.push(call);
    }
    lines.set(call, event.line ?? 0);
    if (event.kind === "line") return call;
    inside = callsInside(event, call, inside, made);
    return inside.at(-1) ?? call;
  };
}

type Make = (what: Call["what"], name: string, outer: Call | null, from: Call["from"], module: string | null) => Call;

/** The modules and library calls of an op, outermost first: those that it has in common with the op before are the same calls. */
function callsInside(op: OpEvent, around: Call, before: readonly Call[], make: Make): readonly Call[] {
  const wanted = [
    ...modulesOn(op.module ?? "").map(module => ({ what: "module" as const, name: module, module })),
    ...op.within.map(name => ({ what: "library" as const, name, module: null })),
  ];
  const calls: Call[] = [];
  for (const { what, name, module } of wanted) {
    const outer = calls.at(-1) ?? around;
    const same = before[calls.length];
    const known = same?.what === what && same.name === name && same.outer === outer ? same : null;
    calls.push(known ?? make(what, name, outer, null, module));
  }
  return calls;
}

/** `encoder.layers.0.self_attn` → `encoder`, `encoder.layers.0`, `encoder.layers.0.self_attn`. */
function modulesOn(path: string): readonly string[] {
  const pieces = path.split(".");
  const ends = pieces.map((_, at) => at + 1).filter(end => !/^\d+$/.test(pieces[end] ?? "") && pieces[end - 1] !== "");
  return ends.map(end => pieces.slice(0, end).join(".")).filter(name => name !== "self");
}
