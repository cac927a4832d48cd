/**
 * Turns line, call and op events into the calls and the loop iterations in which each drawn op happened.
 *
 * The tracer records no more line events of a line that has run a hundred times, so the round of a loop is also read from the op itself.
 */
import type { OpEvent, Run } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { type Call, type CallOf, type CodePlace, enter, functionAround, placeIn } from "./call";
import { callsWithoutEvents } from "./calls-v1";

/** A call around an op; of a function of the program the place as well, and whether its line begins more than once in this call. */
export interface Frame {
  readonly call: Call;
  readonly place: CodePlace | null;
  readonly loops: boolean;
}

/** For each drawn op the calls around it, outermost first. */
export function framesOf(index: TraceIndex): [OpEvent, Frame[]][] {
  const callOf = callsIn(index.run);
  const found: [OpEvent, Omit<Frame, "loops">[]][] = [];
  for (const event of index.run.events) {
    const call = callOf(event);
    const frame = functionAround(call);
    if (event.kind === "line") count(frame, event.line, 1);
    if (event.kind !== "op") continue;
    if (event.line !== null) count(frame, event.line, 0, event.iteration);
    if (index.visible.pills.has(event.index))
      found.push([event, event.line === null ? [] : around(call, placeIn(frame, event.line, event.file))]);
  }
  const loops = ({ call, place }: Omit<Frame, "loops">) => place !== null && (call.counts.get(place.line) ?? 1) > 1;
  return found.map(([op, frames]) => [op, frames.map(frame => ({ ...frame, loops: loops(frame) }))]);
}

/** The calls around a place, each function of the program at the place that leads to it. */
function around(innermost: Call, innermostPlace: CodePlace): Omit<Frame, "loops">[] {
  const frames: Omit<Frame, "loops">[] = [];
  let place: CodePlace | null = innermostPlace;
  for (let call: Call | null = innermost; call !== null; call = call.outer) {
    frames.unshift({ call, place: call.what === "function" ? place : null });
    if (call.what === "function") place = call.from;
  }
  return frames;
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
