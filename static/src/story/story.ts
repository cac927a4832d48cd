/**
 * Turns a film into its story: the things that explain its diagnosis, and the steps at which something happens to them.
 *
 * It follows from the trace alone. `fold/story-graph.ts` makes the graph of it: what lies between the things is left out there, and counted.
 */
import type { Diagnosis } from "../trace/contract";
import { worstFirst } from "../trace/film";
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS, thingsIn } from "../trace/show";
import { keptFor } from "./kept";
import { positionsOf } from "./positions";

export interface Story {
  readonly diagnosis: Diagnosis;
  /** Ids of cards, ops and nodes. */
  readonly kept: ReadonlySet<string>;
  /** The node behind which leaves get no gradient, where one fails. */
  readonly failing: string | null;
  /** The steps that belong to it, in order. */
  readonly positions: readonly number[];
  /** How many things everything is. */
  readonly things: number;
}

/** The story of the worst diagnosis; null where nothing is wrong, where the diagnosis names nothing, and where the film is small. */
export function storyOf(index: TraceIndex): Story | null {
  const [diagnosis] = worstFirst(index.run.diagnoses);
  const things = thingsIn(index);
  if (diagnosis === undefined || diagnosis.severity === "note" || things <= MAX_THINGS) return null;
  const kept = keptFor(index, diagnosis);
  if (kept.size === 0) return null;
  const failing = diagnosis.node ?? index.saved.get(diagnosis.saved ?? "")?.node ?? null;
  return { diagnosis, kept, failing, positions: positionsOf(index, diagnosis, kept), things };
}
