/** Decides which groups are open: all in a small film, in a large one as many as can be read at once. */

import type { Group } from "../graph/graph";
import { type GroupTree, MAX_SMALL_FILM_OPS } from "./tree";

export type OpenSet = ReadonlySet<string>;

/** Things that a large film shows when it opens. */
const MAX_THINGS_AT_FIRST = 36;
/** A library call with this many ops inside is shown closed, and a module with this many of its own. */
const MIN_DEEP_CALL_OPS = 4;
const MIN_DEEP_MODULE_OPS = 12;
const MIN_CLOSED_OPS = 8;

/** The groups that are open when a film opens: in a small film all but library calls and modules of many ops. */
export function openAtFirst(tree: GroupTree): OpenSet {
  if (tree.ops <= MAX_SMALL_FILM_OPS) return new Set([...tree.groups.values()].filter(group => !isDeepCall(group)).map(group => group.id));
  const open = new Set<string>();
  let visible = tree.roots.length;
  const queue = tree.roots.filter(item => typeof item !== "number");
  for (let next = 0; next < queue.length; next++) {
    const group = queue[next];
    if (group === undefined || !mayOpen(group, queue)) continue;
    const after = visible - 1 + group.inside.length;
    if (after > MAX_THINGS_AT_FIRST) continue;
    visible = after;
    open.add(group.id);
    queue.push(...group.inside.filter(item => typeof item !== "number"));
  }
  return open;
}

/** The open groups without the innermost of them; a module of a few ops stays open, since closing it would save little room. */
export function withoutInnermost(tree: GroupTree, open: OpenSet): OpenSet {
  const closable = [...open]
    .flatMap(id => tree.groups.get(id) ?? [])
    .filter(group => group.kind !== "module" || group.ops >= MIN_CLOSED_OPS);
  const deepest = Math.max(...closable.map(group => group.depth));
  const closed = new Set(closable.filter(group => group.depth === deepest).map(group => group.id));
  return new Set([...open].filter(id => !closed.has(id)));
}

function isDeepCall(group: Group): boolean {
  if (group.kind === "call") return group.ops >= MIN_DEEP_CALL_OPS;
  return group.kind === "module" && group.inside.filter(item => typeof item === "number").length >= MIN_DEEP_MODULE_OPS;
}

/** A group beside a roll of equal groups stays closed like it. */
function mayOpen(group: Group, all: readonly Group[]): boolean {
  if (group.kind === "roll" || group.ops === 1 || isDeepCall(group)) return false;
  return !all.some(other => other.kind === "roll" && other.outer === group.outer && other.pattern === `roll ${group.pattern}`);
}

/** Open or close one group. Closing keeps the groups inside as they are. */
export function toggled(open: OpenSet, group: string): OpenSet {
  const next = new Set(open);
  if (!next.delete(group)) next.add(group);
  return next;
}

export function openAll(tree: GroupTree): OpenSet {
  return new Set(tree.groups.keys());
}

/** The outermost closed group around a group, itself included; null where all are open. */
export function closedAround(group: Group | null, open: OpenSet): Group | null {
  let found: Group | null = null;
  for (let current = group; current !== null; current = current.outer) if (!open.has(current.id)) found = current;
  return found;
}
