/**
 * Groups the ops of a film into a tree: by call of a function, a module or a library function, by loop iteration, by line.
 *
 * Groups are runs of ops in order of execution, so folding one never makes a cycle. Where iterations of a loop, or the layers of a model,
 * follow each other and do the same, those in the middle become one group, a roll: `layers.1 – 10`, ten times.
 */

import type { Group, GroupKind } from "../graph/graph";
import type { TraceIndex } from "../trace/index";
import { opName } from "../trace/labels";
import { lineText } from "../trace/sources";
import { type Nest, nested, type OutlinedOp, outlineOf } from "./outline";

/** The groups of a view. */
export interface GroupTree {
  readonly roots: readonly (Group | number)[];
  readonly groups: ReadonlyMap<string, Group>;
  /** The innermost group of an op. */
  readonly groupOf: ReadonlyMap<number, Group>;
  readonly ops: number;
}

interface Part {
  readonly kind: GroupKind;
  readonly key: string;
  readonly label: string;
}

const known = new WeakMap<TraceIndex, GroupTree>();

export function groupTree(index: TraceIndex): GroupTree {
  const found = known.get(index) ?? makeTree(index);
  known.set(index, found);
  return found;
}

function makeTree(index: TraceIndex): GroupTree {
  const pills = outlineOf(index).filter(({ op }) => index.visible.pills.has(op.index));
  const partsOf = pills.length > MAX_SMALL_FILM_OPS ? lineFinder(index) : ({ path }: OutlinedOp) => path;
  return freezeTree(nested<Part>(pills.map(placed => ({ ...placed, path: partsOf(placed) }))), index, pills.length);
}

/** With the line for the ops that it computes itself, not those of functions that it calls. */
function lineFinder(index: TraceIndex): (placed: OutlinedOp) => readonly Part[] {
  return ({ op: { line, file }, path, call }) => {
    const label = call.what === "function" ? lineText(index.sources, { line, file }) : "";
    return label === "" ? path : [...path, { kind: "line", key: `l${call.number}.${file}.${line}`, label }];
  };
}

/** Freeze the tree from the leaves up: a pattern is made of the patterns inside. */
function freezeTree(top: Nest<Part>, index: TraceIndex, ops: number): GroupTree {
  const groups = new Map<string, Group>();
  const groupOf = new Map<number, Group>();
  let made = 0;
  const incidents = ops <= MAX_SMALL_FILM_OPS ? null : incidentsOf(index);
  const freeze = ({ part, inside: pending }: Nest<Part>, outer: Group | null, depth: number): Group => {
    const id = `g:${++made}`;
    const inside: (Group | number)[] = [];
    const own: { -readonly [Key in keyof Group]: Group[Key] } = {
      id,
      kind: part?.kind ?? "roll",
      label: part?.label ?? "",
      outer,
      inside,
      first: 0,
      ops: 0,
      pattern: "",
      depth,
    };
    groups.set(id, own);
    const frozen = pending.map(item =>
      typeof item === "number" ? item : single(freeze(item, own, depth + 1), groups, ops > MAX_SMALL_FILM_OPS),
    );
    inside.push(...rollUp(onlyLine(frozen, own, groups), own, groups, incidents));
    Object.assign(own, summary(inside, index, own));
    return own;
  };
  const frozen = top.inside.map(item =>
    typeof item === "number" ? item : single(freeze(item, null, 0), groups, ops > MAX_SMALL_FILM_OPS),
  );
  const roots = rollUp(frozen, null, groups, incidents);
  for (const group of groups.values()) for (const item of group.inside) if (typeof item === "number") groupOf.set(item, group);
  return { roots, groups, groupOf, ops };
}

/**
 * A group of one op is that op, and a module around a single group is that group; an iteration of a loop stays a group. In a large film
 * a module of one op stays as well: it hides its parameters.
 */
function single(group: Group, groups: Map<string, Group>, large: boolean): Group | number {
  const [only] = group.inside;
  const kept = typeof only === "number" ? large && group.kind === "module" : group.kind === "iteration";
  if (group.inside.length > 1 || only === undefined || kept) return group;
  groups.delete(group.id);
  if (typeof only !== "number") Object.assign(only, { outer: group.outer, depth: group.depth });
  return only;
}

/** An iteration or a call of a single line holds the ops of that line itself. */
function onlyLine(frozen: readonly (Group | number)[], outer: Group, groups: Map<string, Group>): readonly (Group | number)[] {
  const [only] = frozen;
  if (frozen.length !== 1 || only === undefined || typeof only === "number" || only.kind !== "line") return frozen;
  groups.delete(only.id);
  for (const item of only.inside) if (typeof item !== "number") Object.assign(item, { outer, depth: outer.depth + 1 });
  return only.inside;
}

function summary(inside: readonly (Group | number)[], index: TraceIndex, own: Group): Pick<Group, "first" | "ops" | "pattern"> {
  const [head] = inside;
  const names = inside.map(item =>
    typeof item === "number" ? nameAt(index, item) : `${item.kind === "roll" ? item.inside.length : ""}${item.pattern}`,
  );
  return {
    first: head === undefined ? 0 : typeof head === "number" ? head : head.first,
    ops: inside.reduce<number>((total, item) => total + (typeof item === "number" ? 1 : item.ops), 0),
    pattern: `${own.kind === "line" ? own.label : own.label.replace(/\d+/g, "#")}(${names.join(" ")})`,
  };
}

function nameAt(index: TraceIndex, event: number): string {
  const op = index.opAt(event);
  return op === null ? "" : opName(op);
}

/** In a film of at most this many ops nothing is rolled up. */
export const MAX_SMALL_FILM_OPS = 60;
/** Fewer equal groups in a row are not rolled up. */
const MIN_ROLLED_GROUPS = 4;

/** Replace equal groups in a row by the first, a roll of the middle, and the last; a group with an incident stays by itself. */
function rollUp(
  items: readonly (Group | number)[],
  outer: Group | null,
  groups: Map<string, Group>,
  incidents: ReadonlySet<number> | null,
): (Group | number)[] {
  if (incidents === null) return [...items];
  const rolled: (Group | number)[] = [];
  let run: Group[] = [];
  const flush = () => {
    const middle = run.slice(1, -1);
    if (run.length < MIN_ROLLED_GROUPS) rolled.push(...run);
    else rolled.push(...run.slice(0, 1), roll(middle, outer, groups), ...run.slice(-1));
    run = [];
  };
  for (const item of items) {
    const alone = typeof item === "number" || hasIncident(item, incidents);
    if (run.length > 0 && (alone || run[0]?.pattern !== item.pattern)) flush();
    if (alone) rolled.push(item);
    else run.push(item);
  }
  flush();
  return rolled;
}

function roll(members: readonly Group[], outer: Group | null, groups: Map<string, Group>): Group {
  const [first, last] = [members[0], members.at(-1)];
  const id = `g:r${first?.id.slice(2) ?? ""}`;
  const group: Group = {
    id,
    kind: "roll",
    label: rangeLabel(first?.label ?? "", last?.label ?? ""),
    outer,
    inside: members,
    first: first?.first ?? 0,
    ops: members.reduce((total, member) => total + member.ops, 0),
    pattern: `roll ${first?.pattern ?? ""}`,
    depth: first?.depth ?? 0,
  };
  groups.set(id, group);
  for (const member of members) Object.assign(member, { outer: group });
  return group;
}

/** `layers.1`, `layers.10` → `layers.1 – 10`. */
function rangeLabel(first: string, last: string): string {
  const tail = /\d+$/.exec(last)?.[0];
  return tail === undefined || first === last ? first : `${first} – ${tail}`;
}

function hasIncident(group: Group, incidents: ReadonlySet<number>): boolean {
  return group.inside.some(item => (typeof item === "number" ? incidents.has(item) : hasIncident(item, incidents)));
}

/** Events of ops that saved a tensor which became stale or was overwritten. */
function incidentsOf(index: TraceIndex): Set<number> {
  const events = new Set<number>();
  for (const id of index.timelines.staleAt.keys()) events.add(index.saved.get(id)?.event ?? -1);
  for (const { saved, severity } of index.run.diagnoses) {
    if (saved !== null && severity !== "note") events.add(index.saved.get(saved)?.event ?? -1);
  }
  return events;
}
