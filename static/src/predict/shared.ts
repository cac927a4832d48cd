/** "Line 5 writes into `a`. What does `v` hold then?": of tensors that share memory, and of copies that do not. */
import type { Tensor } from "../trace/contract";
import type { Film } from "../trace/film";
import { ownName, ownTensors, timesOf } from "./facts";
import { type Draft, type Option, rankOf, sentence } from "./question";

/** At most one: at the first edit of a tensor that another one was made into or from. */
export function valueQuestions(film: Film): readonly Draft[] {
  for (const { event, line, host } of film.index.edits) {
    if (line === null) continue;
    const draft = draftOf(film, event, line, host);
    if (draft !== null) return [draft];
  }
  return [];
}

function draftOf(film: Film, event: number, line: number, host: string): Draft | null {
  const { index } = film;
  const name = ownName(index, host, event);
  const other = ownTensors(index, event).find(({ tensor }) => tensor.id !== host && isRelated(film, host, tensor.id, event));
  if (name === null || other === undefined || other.name === name) return null;
  const shares = index.tensors.get(other.tensor.id)?.storage === index.tensors.get(host)?.storage;
  const params = { name, other: other.name, line };
  const option = (which: "changes" | "keeps"): Option => ({
    sentence: sentence(`predict-value-is-${which}`, { other: other.name }),
    says: which,
    rank: rankOf(which),
  });
  return {
    kind: "value",
    event,
    position: index.stepOfEvent(event),
    ask: sentence("predict-value", params),
    options: shares ? [option("changes"), option("keeps")] : [option("keeps"), option("changes")],
    because: sentence(`predict-value-because-${shares ? "changes" : "keeps"}`, params),
    line,
    times: timesOf(film, line, event),
    name: other.name,
  };
}

/** One was made from the other by a single op, and what the other holds afterwards is known. */
function isRelated({ run, index }: Film, host: string, other: string, event: number): boolean {
  const [made, source] = [index.tensors.get(host), index.tensors.get(other)];
  if (!made || !source || made.event > event || source.event > event) return false;
  const changes = run.events[event]?.kind === "op" ? index.aliasesOf(run.events[event]).some(({ tensor }) => tensor === other) : false;
  if (made.storage !== null && made.storage === source.storage) return changes;
  const shown = (from: Tensor) => (id: string) => index.tensors.get(id)?.storage === from.storage;
  const derives = (to: Tensor, from: Tensor) => index.opAt(to.op ?? -1)?.inputs.some(shown(from)) === true;
  return derives(made, source) || derives(source, made);
}
