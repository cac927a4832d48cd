/**
 * Groups the ops of a film into a tree: by call of a function, a module or a library function, by loop iteration, by line.
 *
 * Groups are runs of ops in order of execution, so folding one never makes a cycle. Where iterations of a loop, or the layers of a model,
 * follow each other and do the same, those in the middle become one group, a roll: `layers.1 – 10`, ten times.
 */

import type { Group, GroupKind } from "../graph/graph";
import type { OpEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { opName } from "../trace/labels";
import { lineText } from "../trace/sources";
import type { Call, CodePlace } from "./call";
import { type Frame, framesOf, loopsIn } from "./calls";

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

interface PendingGroup {
  readonly part: Part;
  readonly inside: (PendingGroup | number)[];
}

export function groupTree(index: TraceIndex): GroupTree {
  const top: PendingGroup = { part: { kind: "roll", key: "", label: "" }, inside: [] };
  const stack: PendingGroup[] = [top];
  let count = 0;
  for (const [op, path] of pathsOf(index)) {
    count++;
    let depth = 0;
    while (depth < path.length && stack[depth + 1]?.part.key === path[depth]?.key) depth++;
    stack.length = depth + 1;
    for (const part of path.slice(depth)) {
      const group: PendingGroup = { part, inside: [] };
      stack.at(-1)?.inside.push(group);
      stack.push(group);
    }
    stack.at(-1)?.inside.push(op.index);
  }
  return freezeTree(top, index, count);
}

/** Freeze the tree from the leaves up: a pattern is made of the patterns inside. */
function freezeTree(top: PendingGroup, index: TraceIndex, ops: number): GroupTree {
  const groups = new Map<string, Group>();
  const groupOf = new Map<number, Group>();
  let made = 0;
  const incidents = ops <= MAX_SMALL_FILM_OPS ? null : incidentsOf(index);
  const freeze = (growing: PendingGroup, outer: Group | null, depth: number): Group => {
    const id = `g:${++made}`;
    const inside: (Group | number)[] = [];
    const own: { -readonly [Key in keyof Group]: Group[Key] } = {
      id,
      kind: growing.part.kind,
      label: growing.part.label,
      outer,
      inside,
      first: 0,
      ops: 0,
      pattern: "",
      depth,
    };
    groups.set(id, own);
    const frozen = growing.inside.map(item =>
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
  const names = inside.map(item => (typeof item === "number" ? nameAt(index, item) : item.pattern));
  return {
    first: head === undefined ? 0 : typeof head === "number" ? head : head.first,
    ops: inside.reduce<number>((total, item) => total + (typeof item === "number" ? 1 : item.ops), 0),
    pattern: `${own.kind === "line" ? own.label : own.label.replace(/\d+/g, "#")}(${names.join(" ").slice(0, 400)})`,
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

/** For every drawn op the groups that it is in, outermost first. */
function pathsOf(index: TraceIndex): [OpEvent, Part[]][] {
  const large = index.visible.pills.size > MAX_SMALL_FILM_OPS;
  const known = new Map<Frame, readonly Part[]>();
  const partsOfFrame = (frame: Frame, outer: Frame | null) => {
    const parts = known.get(frame) ?? partsOf(frame, outer);
    known.set(frame, parts);
    return parts;
  };
  return framesOf(index).map(([op, frames]) => {
    const innermost = frames.at(-1);
    const line = large && innermost?.place ? lineParts(index, innermost.call, innermost.place) : [];
    return [op, [...frames.flatMap((frame, depth) => partsOfFrame(frame, frames[depth - 1] ?? null)), ...line]];
  });
}

/** The group of a line for the ops that it computes itself, not those of functions that it calls. */
function lineParts(index: TraceIndex, call: Call, place: CodePlace): Part[] {
  const label = lineText(index.sources, place);
  return label === "" ? [] : [{ kind: "line", key: `l${call.number}.${place.line}.${place.round}`, label }];
}

/** A call, and the round of the loop in it. */
function partsOf(frame: Frame, outer: Frame | null): readonly Part[] {
  const { call, place } = frame;
  const parts: Part[] = [];
  const [label, kind] = [labelOf(call), call.what === "library" ? "call" : call.what] as const;
  // The module itself is no group, and the forward of a module is the module.
  const shown = outer !== null && !label.startsWith("<") && !(call.what === "function" && outer.call.what === "module");
  if (shown) parts.push({ kind, key: `c${call.number}`, label });
  if (place !== null && loopsIn(frame))
    parts.push({ kind: "iteration", key: `i${call.number}.${place.round}`, label: String(place.round) });
  return parts;
}

/** `encoder.layers.0` → `layers.0`; a module that the program has not named yet is its class; `SGD.step` as it is; `step()`. */
function labelOf({ what, name, module }: Call): string {
  if (what === "library") return name.replace(/\.__init__$/, "");
  if (what === "function") return `${name.split(".").at(-1) ?? name}()`;
  return /[^.]+(\.\d+)*$/.exec((module ?? "").replace(/^self(\.|$)/, ""))?.[0] ?? name;
}
