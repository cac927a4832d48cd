/**
 * Turns a film into a story: the things that explain one matter, and the steps at which something happens to them.
 *
 * It follows from the trace alone. `fold/story-graph.ts` makes the graph of it: what lies between the things is left out there, and counted.
 */
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS, thingsIn } from "../trace/show";
import { keptFor } from "./kept";
import { positionsOf } from "./positions";
import { type StorySubject, subjectOf } from "./subject";

export interface Story {
  readonly subject: StorySubject;
  /** Ids of cards, ops and nodes. */
  readonly kept: ReadonlySet<string>;
  /** The node behind which leaves get no gradient, where one fails. */
  readonly failing: string | null;
  /** The steps that belong to it, in order. */
  readonly positions: readonly number[];
  /** The step at which it is opened; null where any does. */
  readonly opensAt: number | null;
  /** How many things everything is. */
  readonly things: number;
}

/** The story that an address asks for, else that of the worst diagnosis; null where nothing is wrong, nothing is named, or the film is small. */
export function storyOf(index: TraceIndex, about: string | null = null): Story | null {
  const things = thingsIn(index);
  const subject = things <= MAX_THINGS ? null : subjectOf(index, about);
  if (subject === null || subject.kind !== "diagnosis") return null;
  const { diagnosis } = subject;
  const kept = keptFor(index, diagnosis);
  if (kept.size === 0) return null;
  const failing = diagnosis.node ?? index.saved.get(diagnosis.saved ?? "")?.node ?? null;
  const opensAt = diagnosis.event === null ? null : index.stepOfEvent(diagnosis.event);
  return { subject, kept, failing, positions: positionsOf(index, diagnosis, kept), opensAt, things };
}
