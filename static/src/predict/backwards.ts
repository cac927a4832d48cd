/** "Line 7 calls `backward()`. What happens?": of a pass that fails for want of a graph, and of a second pass that completes. */
import type { EventOf } from "../trace/contract";
import type { Film } from "../trace/film";
import { diagnosisOf, raisesOf, timesOf } from "./facts";
import { type Draft, type Option, sentence } from "./question";

type Ending = "completes" | "freed" | "stale" | "no-graph";

const ENDINGS: readonly Ending[] = ["completes", "stale", "freed", "no-graph"];

/** At most one. */
export function backwardQuestions(film: Film): readonly Draft[] {
  const failed = raisesOf(film).flatMap(raise => {
    const kind = diagnosisOf(film, raise)?.kind;
    const ending = kind === "graph_freed" ? "freed" : kind === "no_grad_path" ? "no-graph" : null;
    return ending === null || raise.line === null ? [] : [draftOf(film, startBefore(film, raise.index, raise.line), raise.line, ending)];
  });
  if (failed.length > 0) return failed.slice(0, 1);
  if (film.run.outcome.status !== "completed") return [];
  const starts = film.run.events.filter((event): event is EventOf<"backward_start"> => event.kind === "backward_start");
  const second = starts.filter(({ call }) => call === starts[0]?.call)[1];
  return second && second.line !== null ? [draftOf(film, second.index, second.line, "completes")] : [];
}

/** The event that began the pass which raised; the raise itself where the engine never began. */
function startBefore({ run }: Film, raise: number, line: number): number {
  const started = run.events.findLast(event => event.index < raise && event.kind === "backward_start");
  const ended = run.events.findLast(event => event.index < raise && event.kind === "backward_end");
  return started && started.line === line && started.index > (ended?.index ?? -1) ? started.index : raise;
}

function draftOf(film: Film, event: number, line: number, ending: Ending): Draft {
  const option = (which: Ending): Option => ({
    sentence: sentence(`predict-backward-is-${which}`),
    says: which,
    rank: ENDINGS.indexOf(which),
    // Why it does not complete is told with the right answer.
    whyNot: which === "completes" ? null : sentence(`predict-backward-not-${which}`),
  });
  return {
    kind: "backward",
    event,
    position: film.index.stepOfEvent(event),
    ask: sentence("predict-backward", { line }),
    options: [option(ending), ...ENDINGS.filter(other => other !== ending).map(option)],
    because: sentence(`predict-backward-because-${ending}`, { line }),
    line,
    times: timesOf(film, line, event),
    name: null,
  };
}
