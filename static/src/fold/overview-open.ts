/** Chooses which groups of an overview are open at first: from the outside in, as far as the picture stays one that can be read. */
import type { Group } from "../graph/graph";
import type { TraceIndex } from "../trace/index";
import type { OpenSet } from "./folding";
import { lastOf } from "./overview-rows";
import type { GroupTree } from "./tree";

/** Laying out a picture takes a few milliseconds: so many are tried. */
const MAX_TRIES = 14;

/** At most so many boxes; `fits` says whether the picture with these groups open can be read as a whole. */
export function openInOverview(index: TraceIndex, tree: GroupTree, most: number, fits: (open: OpenSet) => boolean): OpenSet {
  let open: OpenSet = new Set<string>();
  let boxes = tree.roots.length;
  const queue = groupsIn(tree.roots);
  const troubled = troubleIn(index);
  const isTroubled = (group: Group) => troubled.some(event => group.first <= event && event <= lastOf(group));
  for (let tries = 0; queue.length > 0 && tries < MAX_TRIES; ) {
    const at = Math.max(0, queue.findIndex(isTroubled));
    const [group] = queue.splice(at, 1);
    if (group === undefined || !mayOpen(group, tree, open, isTroubled)) continue;
    const more = boxes - 1 + group.inside.length;
    if (more > most) continue;
    tries++;
    const wanted = new Set([...open, group.id]);
    if (!fits(wanted)) continue;
    [open, boxes] = [wanted, more];
    queue.push(...groupsIn(group.inside));
  }
  return open;
}

function groupsIn(items: readonly (Group | number)[]): Group[] {
  return items.filter(item => typeof item !== "number");
}

/** Where something goes wrong. */
function troubleIn({ run }: TraceIndex): readonly number[] {
  return run.diagnoses.filter(({ severity }) => severity !== "note").flatMap(({ edit_event, event }) => edit_event ?? event ?? []);
}

/** Of equal neighbours the first is opened, or the one in which something goes wrong; what a single op or line is about stays closed. */
function mayOpen(group: Group, tree: GroupTree, open: OpenSet, isTroubled: (group: Group) => boolean): boolean {
  if (group.kind === "call" || group.kind === "line" || group.kind === "range") return false;
  const beside = groupsIn(group.outer?.inside ?? tree.roots).filter(other => other !== group && alike(other, group));
  if (beside.some(other => open.has(other.id) || isTroubled(other)) && !isTroubled(group)) return false;
  if (beside.some(other => other.first < group.first) && !isTroubled(group)) return false;
  return group.outer === null || group.kind !== "module" || group.inside.some(item => typeof item !== "number") || isTroubled(group);
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
