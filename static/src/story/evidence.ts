/** Finds where the evidence of a diagnosis is drawn: the diagnosis states the ids, the most important first. */
import type { Diagnosis } from "../trace/contract";
import type { Ids, LookUp } from "./look-up";

/** Cards, ops and nodes. An op is drawn where it is, at the card that it edits, or, for one that cuts, at the op before it. */
export function* drawnEvidence(look: LookUp, { evidence }: Diagnosis): Generator<string | null | undefined> {
  for (const id of evidence) yield* drawn(look, id);
}

function drawn(look: LookUp, id: string): Ids {
  const { index } = look;
  if (id.startsWith("t")) return [look.tensor(id)];
  if (id.startsWith("e")) return drawnOp(look, Number(id.slice(1)));
  const saved = index.saved.get(id);
  return saved === undefined ? [id] : [look.tensor(saved.tensor), saved.node];
}

function drawnOp({ index }: LookUp, event: number): Ids {
  const shown = [...index.cuts].flatMap(([at, cut]) => (cut.event === event ? [`e${at}`] : []));
  return [...(index.visible.hostsOf.get(event) ?? []), `e${event}`, ...shown];
}
