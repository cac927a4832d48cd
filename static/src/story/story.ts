/**
 * Turns a film into a story: the things that explain one matter, and the steps at which something happens to them.
 *
 * It follows from the trace alone. `fold/story-graph.ts` makes the graph of it: what lies between the things is left out there, and counted.
 */
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS, thingsIn } from "../trace/show";
import { drawnEvidence } from "./evidence";
import { keptOf } from "./kept";
import { gradientRecipe, tensorRecipe } from "./lives";
import { type Ids, lookUp } from "./look-up";
import { positionsOf } from "./positions";
import { type StorySubject, subjectOf } from "./subject";

/** Links of saved tensors in a story that is not about one of them. */
const MAX_LINKS = 3;

export interface Story {
  readonly subject: StorySubject;
  /** Ids of cards, ops and nodes. */
  readonly kept: ReadonlySet<string>;
  /** The node behind which leaves get no gradient, where one fails. */
  readonly failing: string | null;
  /** The saved tensors whose links are drawn. */
  readonly saves: ReadonlySet<string>;
  /** Further saved tensors that the same edit made stale. */
  readonly others: readonly string[];
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
  if (subject === null) return null;
  const kept = keptOf(index, wantedFor(index, subject));
  if (kept.size === 0) return null;
  const event = eventOf(subject);
  return {
    subject,
    kept,
    failing: failingIn(index, subject),
    ...savesOf(index, subject, kept),
    positions: positionsOf(index, subject, kept),
    opensAt: event === null ? null : index.stepOfEvent(event),
    things,
  };
}

function wantedFor(index: TraceIndex, subject: StorySubject): Ids {
  const look = lookUp(index);
  if (subject.kind === "tensor") return tensorRecipe(look, subject.tensor);
  if (subject.kind === "gradient") return gradientRecipe(look, subject.accumulate);
  return drawnEvidence(look, subject.diagnosis);
}

/** What the diagnosis is about; else what the kept nodes have saved of kept tensors. */
function savesOf(index: TraceIndex, subject: StorySubject, kept: ReadonlySet<string>): Pick<Story, "saves" | "others"> {
  const { saved = null, others = [] } = subject.kind === "diagnosis" ? subject.diagnosis : {};
  if (saved !== null) return { saves: new Set([saved]), others };
  const { tensor } = lookUp(index);
  const between = [...kept].flatMap(id => index.savesByNode.get(id) ?? []).filter(each => kept.has(tensor(each.tensor) ?? ""));
  return { saves: new Set(between.slice(0, MAX_LINKS).map(({ id }) => id)), others };
}

function eventOf(subject: StorySubject): number | null {
  if (subject.kind === "tensor") return null;
  return subject.kind === "gradient" ? subject.accumulate.index : subject.diagnosis.event;
}

function failingIn(index: TraceIndex, subject: StorySubject): string | null {
  if (subject.kind !== "diagnosis") return null;
  return subject.diagnosis.node ?? index.saved.get(subject.diagnosis.saved ?? "")?.node ?? null;
}
