/** Which round of the loop that trains each step of a film is in. */
import type { Loop, TraceEvent } from "./contract";
import type { TraceIndex } from "./index";
import { type PlacedEvent, roundKey, roundsIn } from "./loops";

const known = new WeakMap<TraceIndex, readonly (number | null)[]>();

/** By step: the round of the innermost loop around the first call of backward, in order; null outside it. */
export function roundsOf(index: TraceIndex): readonly (number | null)[] {
  const found = known.get(index) ?? roundsByStep(index);
  known.set(index, found);
  return found;
}

function roundsByStep(index: TraceIndex): readonly (number | null)[] {
  const { run, steps } = index;
  const functionOf = functionsOf(run.events);
  const loop = trainingLoop(index, functionOf);
  if (loop === null) return [];
  const roundsAt = roundsIn(run);
  let [seen, within, at]: [string, string | null, number] = ["", null, 0];
  const byEvent = run.events.map(event => {
    if (event.kind === "return" && event.call === within) seen = "";
    const placed = event.kind === "line" || event.kind === "op" ? event : null;
    if (placed === null || placed.line === null) return seen === "" ? null : at;
    const call = functionOf(placed.call);
    const rounds = roundsAt(placed);
    const depth = rounds.findIndex(round => round.loop === loop);
    if (depth < 0) {
      if (call === within) seen = "";
      return seen === "" ? null : at;
    }
    const key = `${call} ${roundKey(rounds.slice(0, depth + 1))}`;
    if (key !== seen) at++;
    [seen, within] = [key, call];
    return at;
  });
  return steps.map(step => byEvent[step.event] ?? null);
}

/** Calls that are looked through, from the one that calls backward outwards. */
const MAX_CALLS = 64;

/** The innermost loop around the first call of backward, in the function that calls it or in one of those that lead there. */
function trainingLoop({ run }: TraceIndex, functionOf: FunctionOf): Loop | null {
  const start = run.events.find(event => event.kind === "backward_start");
  if (start === undefined) return null;
  const isAtStart = (event: TraceEvent) =>
    (event.kind === "line" || event.kind === "op") && event.line === start.line && event.file === start.file;
  const before = run.events.slice(0, start.index).findLast(isAtStart);
  const roundsAt = roundsIn(run);
  const calls = new Map(run.events.slice(0, start.index).flatMap(event => (event.kind === "call" ? [[event.call, event] as const] : [])));
  let placed: PlacedEvent | undefined = before?.kind === "line" || before?.kind === "op" ? before : undefined;
  for (let tries = 0; placed !== undefined && tries < MAX_CALLS; tries++) {
    const innermost = roundsAt(placed).at(-1);
    if (innermost !== undefined) return innermost.loop;
    placed = calls.get(functionOf(placed.kind === "call" ? placed.parent : placed.call) ?? "");
  }
  return null;
}

/** The call of a function of the program that a call happens in, or is; null at the top level. */
type FunctionOf = (call: string | null) => string | null;

function functionsOf(events: readonly TraceEvent[]): FunctionOf {
  const found = new Map<string, string | null>();
  for (const event of events) {
    if (event.kind === "call") found.set(event.call, event.what === "function" ? event.call : (found.get(event.parent ?? "") ?? null));
  }
  return call => found.get(call ?? "") ?? null;
}
