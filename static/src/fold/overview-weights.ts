/**
 * Says how much a thing of an overview tells a reader: what goes wrong most, then modules with parameters, the program's own functions and
 * what they compute for a gradient, and last what only makes or loads data.
 */
import type { Diagnosis } from "../trace/contract";
import { worstFirst } from "../trace/film";
import type { TraceIndex } from "../trace/index";
import { firstOf, type Item, lastOf } from "./overview-rows";

/** How much a thing tells, more than 0. */
export type WeightOf = (item: Item) => number;

const TROUBLED = 60;
const WITH_PARAMETERS = 12;
const OWN_FUNCTION = 8;
const EDITING = 6;
const LINE = 4;
const OP = 2;
/** Of what makes no node. */
const QUIET = 0.5;

/** How important it is to look into a thing. */
export const RANKS = { data: 0, differentiable: 1, parameters: 2, troubled: 3, diagnosed: 4 } as const;

export interface Weights {
  readonly weightOf: WeightOf;
  /** `diagnosed` is what the worst diagnosis is about, `troubled` what others are. */
  readonly rankOf: (item: Item) => number;
}

export function weightsOf(index: TraceIndex): Weights {
  const [worst, ...others] = worstFirst(index.run.diagnoses).filter(({ severity }) => severity !== "note");
  const diagnosed = worst === undefined ? [] : troubleOf(index, worst);
  const troubled = inOrder(others.flatMap(diagnosis => troubleOf(index, diagnosis)));
  const differentiable = index.run.events.filter(event => event.kind === "op" && event.nodes.length > 0).map(event => event.index);
  const rankOf = (item: Item): number => {
    if (holdsOne(diagnosed, item)) return RANKS.diagnosed;
    if (holdsOne(troubled, item)) return RANKS.troubled;
    if (typeof item !== "number" && (item.content?.parameters ?? 0) > 0) return RANKS.parameters;
    return holdsOne(differentiable, item) ? RANKS.differentiable : RANKS.data;
  };
  return {
    rankOf,
    weightOf: item => {
      const rank = rankOf(item);
      if (typeof item !== "number" && (item.troubles?.length ?? 0) > 0) return TROUBLED;
      return rank >= RANKS.troubled ? TROUBLED : kindWeight(item) * (rank === RANKS.data ? QUIET : 1);
    },
  };
}

function kindWeight(item: Item): number {
  if (typeof item === "number") return OP;
  if ((item.content?.parameters ?? 0) > 0) return WITH_PARAMETERS;
  if ((item.content?.edited ?? 0) > 0) return EDITING;
  return item.kind === "line" || item.kind === "call" ? LINE : OWN_FUNCTION;
}

/** Events, in order, of the edit, of the op that saved what it spoils, and of the op whose node fails. */
function troubleOf({ nodes, saved: saves }: TraceIndex, { edit_event, event, saved, node }: Diagnosis): readonly number[] {
  return inOrder([edit_event ?? event, saves.get(saved ?? "")?.event, nodes.get(node ?? "")?.op]);
}

function inOrder(events: readonly (number | null | undefined)[]): readonly number[] {
  return events.filter(event => event != null).sort((a, b) => a - b);
}

/** Whether one of these events, which are in order, is within a thing. */
function holdsOne(events: readonly number[], item: Item): boolean {
  const [first, last] = [firstOf(item), lastOf(item)];
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  return low < events.length && (events[low] ?? 0) <= last;
}
