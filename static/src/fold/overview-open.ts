/**
 * Chooses which groups of an overview are open at first, as far as the picture stays one that can be read: those that hold what the worst
 * diagnosis is about, down to its op, then from the outside in those with parameters and those that compute what has a gradient. What only
 * makes or loads data stays closed, but in a program of nothing else.
 */
import type { Group } from "../graph/graph";
import type { OpenSet } from "./folding";
import { RANKS, type Weights } from "./overview-weights";
import type { GroupTree } from "./tree";

/** Laying out a picture takes a few milliseconds: so many are tried. */
const MAX_TRIES = 14;
const FEW_BOXES = 4;

/** At most so many boxes; `fits` says whether the picture with these groups open can be read as a whole. The most important is the last. */
export function openInOverview(tree: GroupTree, { rankOf }: Weights, most: number, fits: (open: OpenSet) => boolean): OpenSet {
  const open: string[] = [];
  let [boxes, isReached] = [tree.roots.length, false];
  const isMore = tree.roots.some(item => rankOf(item) > RANKS.data);
  const queue = groupsIn(tree.roots);
  for (let tries = 0; queue.length > 0 && tries < MAX_TRIES; ) {
    const ranks = queue.map(rankOf);
    const rank = Math.max(...ranks);
    const [group] = queue.splice(ranks.indexOf(rank), 1);
    if (group === undefined || !mayOpen(group, tree, new Set(open), rankOf)) continue;
    const more = boxes - 1 + group.inside.length;
    // Where it matters, or where there is little to see otherwise, what is too much is shown in ranges; but each cell is a thing first.
    const isTooMuch = more > most && boxes > FEW_BOXES && (rank < RANKS.diagnosed || isReached || group.kind === "cell");
    if (isTooMuch || (rank === RANKS.data && isMore)) continue;
    tries++;
    if (!fits(new Set([group.id, ...open]))) continue;
    open.unshift(group.id);
    [boxes, isReached] = [more, isReached || (rank === RANKS.diagnosed && !isRound(group))];
    queue.push(...groupsIn(group.inside));
  }
  return new Set(open);
}

function groupsIn(items: readonly (Group | number)[]): Group[] {
  return items.filter(item => typeof item !== "number");
}

/** What is about a single thing, or is one to the program, stays closed. */
export function isOpenable({ kind, inside }: Group): boolean {
  const isOne = inside.length === 0 || (inside.length === 1 && typeof inside[0] === "number");
  return kind !== "call" && kind !== "line" && kind !== "range" && !isOne;
}

/** A round of a loop, or several: opening it says little about what is in it. */
export function isRound({ kind, sample }: Group): boolean {
  return (sample?.kind ?? kind) === "iteration";
}

/** Of equal neighbours the one that matters most is opened, or the first. */
function mayOpen(group: Group, tree: GroupTree, open: OpenSet, rankOf: Weights["rankOf"]): boolean {
  if (!isOpenable(group)) return false;
  const rank = rankOf(group);
  const beside = groupsIn(group.outer?.inside ?? tree.roots).filter(other => other !== group && alike(other, group));
  const isBefore = (other: Group) => open.has(other.id) || rankOf(other) > rank || (rankOf(other) === rank && other.first < group.first);
  if (rank < RANKS.troubled && beside.some(isBefore)) return false;
  return group.outer === null || group.kind !== "module" || group.inside.some(item => typeof item !== "number") || rank >= RANKS.troubled;
}

/** They do the same, or one stands for several like the other. */
function alike(a: Group, b: Group): boolean {
  return patternOf(a) === patternOf(b);
}

function patternOf(group: Group): string {
  let found = group;
  while (found.sample !== undefined) found = found.sample;
  return found.pattern;
}
