/** Which round of the loop that trains each chapter of a film is in, and which chapters show something new. */
import type { Chapter } from "./chapters";
import type { Film } from "./film";
import type { TraceIndex } from "./index";
import { countRounds, loopsAround, type RoundCounter } from "./loops";

/** The chapters before, between and after the rounds, and those of the first and last round and of rounds in which something goes wrong. */
export function shownChapters({ index, chapters }: Film): readonly Chapter[] {
  const rounds = trainingRounds(index);
  const last = rounds.reduce<number>((most, round) => Math.max(most, round ?? 0), 0);
  const troubled = new Set(index.steps.flatMap(({ stale, kind, position }) => (stale || kind === "raise" ? [rounds[position] ?? 0] : [])));
  return chapters.filter(({ from }) => {
    const round = rounds[from] ?? null;
    return round === null || round === 1 || round === last || troubled.has(round);
  });
}

/** By step: the round of the innermost loop around the first call of backward; null outside it. */
function trainingRounds({ run, steps, sources }: TraceIndex): readonly (number | null)[] {
  const start = run.events.find(event => event.kind === "backward_start");
  const around = loopsAround(sources[start?.file ?? 0]?.lines ?? []);
  const loop = around(start?.line ?? 0).at(-1);
  if (start === undefined || loop === undefined) return [];
  const counters = new Map<string | null, RoundCounter>();
  let [seen, at] = ["", 0];
  const byEvent = run.events.map(event => {
    if (event.kind !== "line" || event.file !== start.file || event.line === null) return seen === "" ? null : at;
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
