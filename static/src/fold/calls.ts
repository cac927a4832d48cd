/**
 * Turns line, call and op events into the calls and the loop iterations in which each drawn op happened.
 *
 * The tracer records no more line events of a line that has run a hundred times, so the round of a loop is also read from the op itself.
 */
import type { OpEvent, Run } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { type Call, type CallOf, type CodePlace, enter, functionAround, placeIn } from "./call";
import { callsWithoutEvents } from "./calls-v1";

/** A call around an op; of a function of the program the place as well. */
export interface Frame {
  readonly call: Call;
  readonly place: CodePlace | null;
}

/** Whether the line of a frame begins more than once in its call; known once all events are read. */
export function loopsIn({ call, place }: Frame): boolean {
  return place !== null && (call.counts.get(place.line) ?? 1) > 1;
}

/** For each drawn op the calls around it, outermost first; the ops of a call have the frames around that in common. */
export function framesOf(index: TraceIndex): readonly [OpEvent, readonly Frame[]][] {
  const callOf = callsIn(index.run);
  const around = frameFinder();
  const found: [OpEvent, readonly Frame[]][] = [];
  for (const event of index.run.events) {
    const call = callOf(event);
    const frame = functionAround(call);
    if (event.kind === "line") count(frame, event.line, 1);
    if (event.kind !== "op") continue;
    if (event.line !== null) count(frame, event.line, 0, event.iteration);
    if (index.visible.pills.has(event.index))
      found.push([event, event.line === null ? [] : around(call, placeIn(frame, event.line, event.file))]);
  }
  return found;
}

/** Finds the calls around a place, each function of the program at the place that leads to it. */
function frameFinder(): (innermost: Call, place: CodePlace) => readonly Frame[] {
  const outside = new Map<Call, readonly Frame[]>();
  const around = (innermost: Call, place: CodePlace): readonly Frame[] => {
    const own: Frame[] = [];
    let call: Call | null = innermost;
    for (; call !== null && call.what !== "function"; call = call.outer) own.unshift({ call, place: null });
    if (call === null) return own;
    return [...framesOutside(call), { call, place }, ...own];
  };
  const framesOutside = (call: Call): readonly Frame[] => {
    const known = outside.get(call);
    if (known !== undefined) return known;
    const found = call.outer === null || call.from === null ? [] : around(call.outer, call.from);
    outside.set(call, found);
    return found;
  };
  return around;
}

export function callsIn({ schema_version }: Run): CallOf {
  return schema_version === 1 ? callsWithoutEvents() : callsOfEvents();
}

function callsOfEvents(): CallOf {
  const top = enter({ what: "function", name: "<module>", module: null }, 0, null, null);
  const calls = new Map<string | null, Call>();
  return event => {
    if (event.kind === "call") {
      const outer = calls.get(event.parent) ?? top;
      const from = event.what === "function" ? placeIn(functionAround(outer), event.line ?? 0, event.file) : null;
      calls.set(event.call, enter(event, calls.size + 1, outer, from));
    }
    return ("call" in event && calls.get(event.call)) || top;
  };
}

function count(call: Call, line: number | null, more: number, atLeast = 0): void {
  if (line !== null) call.counts.set(line, Math.max((call.counts.get(line) ?? 0) + more, atLeast));
}
