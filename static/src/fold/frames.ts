/**
 * Turns line, call and op events into the calls and the loop iterations in which each drawn op happened.
 *
 * The tracer records no more line events of a line that has run a hundred times, so the round of a loop is also read from the op itself.
 */
import type { OpEvent, Run, TraceEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";

export interface Frame {
  readonly function: string;
  /** Number of the call: two calls of one function differ. */
  readonly call: number;
  readonly line: number;
  /** How often the frame's line had begun in this call, from 1. */
  readonly round: number;
  /** That line begins more than once in this call. */
  readonly loops: boolean;
}

/** A call of a function of the program; the module itself is one. */
interface Call {
  readonly function: string;
  readonly number: number;
  readonly counts: Map<number, number>;
  /** The call that it was made in, and where. */
  readonly from: Place | null;
}

interface Place {
  readonly call: Call;
  readonly line: number;
  readonly round: number;
}

export function framesOf(index: TraceIndex): [OpEvent, Frame[]][] {
  const callOf = callsIn(index.run);
  const found: [OpEvent, Place[]][] = [];
  for (const event of index.run.events) {
    const call = callOf(event);
    if (event.kind === "line") count(call, event.line, 1);
    if (event.kind !== "op") continue;
    if (event.line !== null) count(call, event.line, 0, event.iteration);
    if (!index.visible.pills.has(event.index)) continue;
    const places: Place[] = [];
    for (let at = event.line === null ? null : placeIn(call, event.line); at !== null; at = at.call.from) places.unshift(at);
    found.push([event, places]);
  }
  return found.map(([op, places]) => [
    op,
    places.map(({ call, line, round }) => ({
      function: call.function,
      call: call.number,
      line,
      round,
      loops: (call.counts.get(line) ?? 1) > 1,
    })),
  ]);
}

function count(call: Call, line: number | null, more: number, atLeast = 0): void {
  if (line !== null) call.counts.set(line, Math.max((call.counts.get(line) ?? 0) + more, atLeast));
}

function placeIn(call: Call, line: number): Place {
  return { call, line, round: call.counts.get(line) ?? 1 };
}

/** The innermost function of the program that each event, asked for in order, happened in. */
function callsIn(run: Run): (event: TraceEvent) => Call {
  let number = 0;
  const enter = (name: string, from: Place | null): Call => ({ function: name, number: ++number, counts: new Map(), from });
  const top = enter("<module>", null);
  if (run.schema_version === 1) return callsByDepth(top, enter);
  const calls = new Map<string | null, Call>();
  return event => {
    if (event.kind === "call") {
      const around = calls.get(event.parent) ?? top;
      calls.set(event.call, event.what === "function" ? enter(event.name, placeIn(around, event.line ?? 0)) : around);
    }
    return (("call" in event && calls.get(event.call)) || top) as Call;
  };
}

/** Films of schema version 1 have no calls: they follow from the function and the depth of each line, and from the function of each op. */
function callsByDepth(top: Call, enter: (name: string, from: Place | null) => Call): (event: TraceEvent) => Call {
  const stack: Call[] = [top];
  const lines = new Map<Call, number>();
  return event => {
    const named = event.kind === "line" || (event.kind === "op" && event.line !== null);
    let call = stack.at(-1) ?? top;
    if (!named) return call;
    const depth = event.kind === "line" ? event.depth : stack.findLastIndex(each => each.function === event.function);
    if (depth >= 0) stack.length = Math.min(stack.length, depth + 1);
    if (event.kind === "line" && stack.length === depth + 1 && stack.at(-1)?.function !== event.function) stack.pop();
    call = stack.at(-1) ?? top;
    if (call.function !== event.function) {
      call = enter(event.function, placeIn(call, lines.get(call) ?? 0));
      stack.push(call);
    }
    lines.set(call, event.line ?? 0);
    return call;
  };
}
