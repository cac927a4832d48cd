/** Which round of the loop that trains each step of a film is in. */
import type { TraceIndex } from "./index";
import { countRounds, type Loop, type LoopsAround, loopsAround, type RoundCounter } from "./loops";

const known = new WeakMap<TraceIndex, readonly (number | null)[]>();

/** By step: the round of the innermost loop around the first call of backward, in order; null outside it. */
export function roundsOf(index: TraceIndex): readonly (number | null)[] {
  const found = known.get(index) ?? roundsByStep(index);
  known.set(index, found);
  return found;
}

interface TrainingLoop {
  readonly file: number;
  readonly loop: Loop;
  readonly around: LoopsAround;
}

function roundsByStep(index: TraceIndex): readonly (number | null)[] {
  const { run, steps } = index;
  const found = trainingLoop(index);
  if (found === null) return [];
  const { file, loop, around } = found;
  const counters = new Map<string | null, RoundCounter>();
  let [seen, at] = ["", 0];
  const byEvent = run.events.map(event => {
    if (event.kind === "return" && seen.startsWith(`${event.call} `)) seen = "";
    if (event.kind !== "line" || event.file !== file || event.line === null) return seen === "" ? null : at;
    if (event.line < loop.header || event.line > loop.last) {
      if (seen.startsWith(`${event.call} `)) seen = "";
      return seen === "" ? null : at;
    }
    const counter = counters.get(event.call) ?? countRounds(around);
    counters.set(event.call, counter);
    counter.reach(event.line, true);
    const round = counter.rounds().find(each => each.loop === loop);
    const key = round === undefined ? "" : `${event.call} ${round.entry} ${round.number}`;
    if (key !== seen && key !== "") at++;
    seen = key;
    return seen === "" ? null : at;
  });
  return steps.map(step => byEvent[step.event] ?? null);
}

/** Calls that are looked through, from the one that calls backward outwards. */
const MAX_CALLS = 64;

/** The innermost loop around the first call of backward, in the function that calls it or in one of those that lead there. */
function trainingLoop({ run, sources }: TraceIndex): TrainingLoop | null {
  const start = run.events.findIndex(event => event.kind === "backward_start");
  const first = run.events[start];
  if (first === undefined) return null;
  const before = run.events.slice(0, start).findLast(event => event.kind === "line" && event.line === first.line);
  let call = before?.kind === "line" ? (before.call ?? null) : null;
  let [line, file] = [first.line ?? 0, first.file ?? 0];
  const calls = new Map(run.events.slice(0, start).flatMap(event => (event.kind === "call" ? [[event.call, event] as const] : [])));
  for (let tries = 0; tries < MAX_CALLS; tries++) {
    const around = loopsAround(sources[file]?.lines ?? []);
    const loop = around(line).at(-1);
    if (loop !== undefined) return { file, loop, around };
    const outer = call === null ? undefined : calls.get(call);
    if (outer === undefined) return null;
    [line, file, call] = [outer.line ?? 0, outer.file ?? 0, outer.parent ?? null];
  }
  return null;
}
