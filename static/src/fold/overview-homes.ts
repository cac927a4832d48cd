/**
 * Says for every card and every backward vertex which thing of an overview stands for it.
 *
 * A parameter is inside the first op that reads it, and so in its module; the result of an op is inside that op. A card of its own has what
 * the program made itself and reads at a place that is open, what was edited by hand, and what is saved stale.
 */
import type { Group, Vertex } from "../graph/graph";
import { append } from "../trace/collections";
import type { TraceIndex } from "../trace/index";
import { closedAround, type OpenSet } from "./folding";
import type { LibraryCallOf } from "./library-calls";
import type { Box } from "./overview-boxes";
import { firstReader, isParameter } from "./overview-content";
import { firstOf, lastOf } from "./overview-rows";
import type { GroupTree } from "./tree";

/** What is open in an overview, and how many boxes of ops and cards there may be; without cards tensors are inside what reads them. */
export interface OverviewChoice {
  readonly open: OpenSet;
  readonly boxes: number;
  readonly cards: number;
}

export interface Homes {
  /** The box of an op: a closed group, or the op itself; null for one that is not shown. */
  readonly boxOf: (event: number) => string | null;
  /** Cards that are shown as they are. */
  readonly cards: ReadonlySet<string>;
  /** Tensors that share a box, by the id of the box. */
  readonly shared: ReadonlyMap<string, readonly string[]>;
  /** Which forward vertex stands for a card. */
  readonly cardHome: ReadonlyMap<string, string>;
  /** Parameters and buffers that live inside an op, and their AccumulateGrad: what leads to other boxes is not drawn. */
  readonly inside: ReadonlySet<string>;
}

/** What decides where a card is, whichever groups are open. */
export interface CardFacts {
  /** The op that made it, the first that reads it, or the first that edits it; null for a card without any. */
  readonly event: number | null;
  /** That op made it. */
  readonly made: boolean;
  /** The program names it: `x` or `params[0]`, and not `net.weight`. */
  readonly named: boolean;
  readonly stale: boolean;
  /** The first edit by a line of the program that edits nothing else; null for a card without one. */
  readonly edit: number | null;
}

export function cardFacts(index: TraceIndex, libraryCall: LibraryCallOf): ReadonlyMap<string, CardFacts> {
  const { visible, tensors, edits } = index;
  const firstEdit = new Map<string, number>();
  const hostsAt = new Map<number | null, Set<string>>();
  for (const { host, event, line } of edits) {
    if (!firstEdit.has(host)) firstEdit.set(host, event);
    hostsAt.set(line, (hostsAt.get(line) ?? new Set()).add(host));
  }
  return new Map(
    [...visible.cards].map(id => {
      const maker = visible.makers.get(id);
      const made = maker !== undefined && visible.pills.has(maker.index);
      const event = made ? maker.index : (firstReader(index, id) ?? firstEdit.get(id) ?? null);
      const named = (tensors.get(id)?.names.length ?? 0) > 0 && !(tensors.get(id)?.names[0] ?? "").includes(".");
      return [id, { event, made, named, stale: isStale(index, id), edit: editAlone(index, id, hostsAt, libraryCall) }];
    }),
  );
}

function isStale({ savesByTensor, timelines }: TraceIndex, id: string): boolean {
  return (savesByTensor.get(id) ?? []).some(saved => timelines.staleAt.has(saved.id));
}

function editAlone(
  { visible, opAt }: TraceIndex,
  id: string,
  hostsAt: ReadonlyMap<number | null, ReadonlySet<string>>,
  libraryCall: LibraryCallOf,
): number | null {
  const isOwn = (event: number) => {
    const op = opAt(event);
    return op !== null && op.module === null && libraryCall(op) === null;
  };
  const alone = (visible.chipsOn.get(id) ?? []).filter(({ kind, events, line }) => {
    const byHand = kind === "refused" || events.some(isOwn);
    return byHand && (hostsAt.get(line)?.size ?? 0) < 2;
  });
  return alone[0]?.events[0] ?? null;
}

export function homesOf(
  index: TraceIndex,
  tree: GroupTree,
  facts: ReadonlyMap<string, CardFacts>,
  boxes: readonly Box[],
  { open, cards: most }: OverviewChoice,
): Homes {
  const boxOf = boxFinder(boxes);
  const isDirect = (event: number) => boxOf(event) === `e${event}`;
  const isShown = (event: number) => closedAround(tree.groupOf.get(event) ?? null, open) === null;
  const cardHome = new Map<string, string>();
  const inside = new Set<string>();
  const own: string[] = [];
  for (const [id, { event, made, named, stale, edit }] of facts) {
    const box = event === null ? null : boxOf(event);
    if (event === null || box === null) continue;
    const isOutside = named && closedAround(tree.groupOf.get(index.tensors.get(id)?.event ?? -1) ?? null, open) === null;
    const marked = stale || (edit !== null && (made || isShown(edit)));
    const isOwn = made ? marked && isDirect(event) : marked || isOutside;
    if (isOwn && most > 0) own.push(id);
    else {
      cardHome.set(id, box);
      if (!made) inside.add(id);
    }
  }
  for (const { id, variable } of index.run.nodes) if (variable !== null && inside.has(variable)) inside.add(id);
  const { cards, shared } = fewCards(index, own, facts, most);
  for (const [id, members] of shared) for (const member of members) cardHome.set(member, id);
  return { boxOf, cards, shared, cardHome, inside };
}

/** Boxes cover events in order: the one that an event is in is found by its first and last event. */
function boxFinder(boxes: readonly Box[]): Homes["boxOf"] {
  const starts = boxes.map(firstOf);
  return event => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= event) low = middle + 1;
      else high = middle;
    }
    const box = boxes[low - 1];
    if (box === undefined || lastOf(box) < event) return null;
    return typeof box === "number" ? (box === event ? `e${box}` : null) : box.id;
  };
}

/** As many cards as there is room for; the rest by the name of the list that they are in. */
function fewCards(
  index: TraceIndex,
  own: readonly string[],
  facts: ReadonlyMap<string, CardFacts>,
  most: number,
): Pick<Homes, "cards" | "shared"> {
  if (own.length <= most) return { cards: new Set(own), shared: new Map() };
  const isMarked = (id: string) => facts.get(id)?.stale === true || facts.get(id)?.edit != null;
  const lists = new Map<string, string[]>();
  for (const id of own) append(lists, isMarked(id) ? id : listName(index, id), id);
  const groups = [...lists].sort(([, a], [, b]) => a.length - b.length);
  const alone = groups.filter(([, members]) => members.length === 1).map(([, [id = ""]]) => id);
  const several = groups.filter(([, members]) => members.length > 1).map(([, members]) => members);
  const kept = alone.toSorted((a, b) => Number(isMarked(b)) - Number(isMarked(a)) || own.indexOf(a) - own.indexOf(b));
  const room = Math.max(1, most - 1 - Math.min(several.length, 2));
  const rest = kept.splice(room);
  const shared = several.slice(-2);
  const others = [...rest, ...several.slice(0, -2).flat()];
  if (others.length === 1) kept.push(...others);
  else if (others.length > 1) shared.push(others);
  return { cards: new Set(kept), shared: new Map(shared.map(members => [`g:t${members[0]}`, members])) };
}

/** `params[3]` → `params[]`, for parameters and other tensors apart; several may have the same name one after the other. */
function listName(index: TraceIndex, id: string): string {
  const name = index.tensors.get(id)?.names[0] ?? id;
  return `${name.replace(/\[.*/, "[]")} ${isParameter(index, id)}`;
}

/** A group of tensors that have one box. */
export function tensorsGroup(index: TraceIndex, id: string, members: readonly string[]): Group {
  const names = members.map(member => index.tensors.get(member)?.names[0] ?? member);
  const bases = new Set(names.map(name => name.replace(/\[.*/, "")));
  const parameters = members.filter(member => isParameter(index, member)).length;
  return {
    id,
    kind: "tensors",
    label: bases.size === 1 ? `${[...bases][0]}` : `${names[0]} … ${names.at(-1)}`,
    outer: null,
    inside: [],
    first: Math.min(...members.map(member => index.tensors.get(member)?.event ?? 0)),
    ops: 0,
    pattern: "",
    depth: 0,
    content: { className: "", parameters, edited: 0, editedParameters: 0, tensors: members.length },
  };
}

/** The forward vertex that a backward vertex stands under; for one under nothing, the last box that had begun when it was made. */
export function placeUnder(vertex: Vertex, boxes: readonly Box[], shownAs: (id: string) => string | null): string | null {
  const under = vertex.under === null ? null : shownAs(vertex.under);
  if (under !== null) return under;
  const box = boxes.findLast(each => firstOf(each) <= vertex.order) ?? boxes[0];
  return box === undefined ? null : typeof box === "number" ? `e${box}` : box.id;
}
