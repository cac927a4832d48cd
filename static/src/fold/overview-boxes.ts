/**
 * Chooses the boxes of an overview: what is directly inside open groups, in order of execution, at most as many as are asked for.
 *
 * Where there are more, neighbours that tell least become one box, a range: those outside of the group that was opened last before those in
 * it, and those of one group before those of two. Merging neighbours in order of execution makes no cycle, so any choice of open groups
 * gives a picture of bounded size.
 */
import type { Group } from "../graph/graph";
import { troublesOf } from "../trace/cells";
import type { TraceIndex } from "../trace/index";
import type { OpenSet } from "./folding";
import { cellRange, cellsAmong } from "./overview-cells";
import { rangeName } from "./overview-names";
import { firstOf, lastOf, linesLabel } from "./overview-rows";
import type { WeightOf } from "./overview-weights";
import type { GroupTree } from "./tree";

export type Box = Group | number;

export const MAX_BOXES = 16;
/** What is outside of the group that was opened last is worth less, and a box of two groups costs more. */
const OUTSIDE = 0.1;
const ACROSS_GROUPS = 20;
/** A range of many things hardly weighs more than the heaviest of them. */
const MERGED = 0.3;
/** Of more boxes than this neighbours are merged without weighing them: choosing takes time that grows with the square. */
const MAX_WEIGHED = 300;

export function boxesOf(index: TraceIndex, tree: GroupTree, open: OpenSet, most: number, weightOf: WeightOf): readonly Box[] {
  const boxes: Box[] = [];
  const walk = [...tree.roots].reverse();
  for (let item = walk.pop(); item !== undefined; item = walk.pop()) {
    if (typeof item !== "number" && open.has(item.id) && item.inside.length > 0) walk.push(...[...item.inside].reverse());
    else boxes.push(item);
  }
  if (boxes.length <= most) return boxes;
  return merged(tree, boxes, most, focusedWeight(focusOf(tree, open), weightOf)).map(parts => rangeOf(index, tree, parts, weightOf));
}

/** First and last event of what was opened last. */
type Span = readonly [first: number, last: number];

function focusOf({ groups }: GroupTree, open: OpenSet): Span | null {
  for (const id of [...open].reverse()) {
    const group = groups.get(id);
    if (group !== undefined) return [firstOf(group), lastOf(group)];
    const merge = /^g:m(\d+)-(\d+)$/.exec(id);
    if (merge !== null) return [Number(merge[1]), Number(merge[2])];
  }
  return null;
}

function focusedWeight(focus: Span | null, weightOf: WeightOf): WeightOf {
  if (focus === null) return weightOf;
  return box => weightOf(box) * (lastOf(box) < focus[0] || firstOf(box) > focus[1] ? OUTSIDE : 1);
}

/** Neighbours that become one box. */
interface Part {
  readonly boxes: readonly Box[];
  readonly weight: number;
  readonly outer: Group | null;
}

function merged(tree: GroupTree, boxes: readonly Box[], most: number, weightOf: WeightOf): readonly (readonly Box[])[] {
  const chunk = Math.ceil(boxes.length / MAX_WEIGHED);
  const parts = Array.from({ length: Math.ceil(boxes.length / chunk) }, (_, at): Part => {
    const own = boxes.slice(at * chunk, (at + 1) * chunk);
    return { boxes: own, weight: Math.max(...own.map(weightOf)), outer: outerOf(tree, own[0] as Box) };
  });
  while (parts.length > most) {
    const costs = parts.slice(1).map((part, at) => costOf(parts[at] as Part, part));
    const at = costs.indexOf(Math.min(...costs));
    parts.splice(at, 2, join(parts[at] as Part, parts[at + 1] as Part));
  }
  return parts.map(part => part.boxes);
}

function outerOf({ groupOf }: GroupTree, box: Box): Group | null {
  return typeof box === "number" ? (groupOf.get(box) ?? null) : box.outer;
}

function costOf(a: Part, b: Part): number {
  return a.weight + b.weight + (a.outer === b.outer ? 0 : ACROSS_GROUPS);
}

function join(a: Part, b: Part): Part {
  return {
    boxes: [...a.boxes, ...b.boxes],
    weight: Math.max(a.weight, b.weight) + MERGED,
    outer: a.outer === b.outer ? a.outer : null,
  };
}

/** Where a box begins in the function that shows it. */
function lineOf(index: TraceIndex, box: Box): number {
  if (typeof box === "number") return index.run.events[box]?.line ?? 0;
  return box.line ?? lineOf(index, box.inside[0] ?? box.first);
}

function rangeOf(index: TraceIndex, tree: GroupTree, boxes: readonly Box[], weightOf: WeightOf): Box {
  const [head, tail] = [boxes[0] as Box, boxes.at(-1) as Box];
  if (boxes.length === 1) return head;
  const [first, last] = [firstOf(head), lastOf(tail)];
  const total = (of: "parameters" | "edited" | "editedParameters") =>
    boxes.reduce<number>((sum, box) => sum + (typeof box === "number" ? 0 : (box.content?.[of] ?? 0)), 0);
  const cells = cellsAmong(tree.groupOf, boxes);
  const outers = new Set(boxes.map(box => outerOf(tree, box)));
  return {
    id: `g:m${first}-${last}`,
    kind: "range",
    label: cells.length > 0 ? cellRange(cells) : rangeName(index, boxes, weightOf),
    ...(cells.length > 0 && { cells, troubles: troublesOf(index.run, cells) }),
    lines: linesLabel([lineOf(index, head), lineOf(index, tail)]),
    outer: outers.size === 1 ? ([...outers][0] ?? null) : null,
    inside: boxes,
    first,
    ops: boxes.reduce<number>((sum, box) => sum + (typeof box === "number" ? 1 : box.ops), 0),
    pattern: "",
    depth: 0,
    content: {
      className: "",
      parameters: total("parameters"),
      edited: total("edited"),
      editedParameters: total("editedParameters"),
      tensors: 0,
    },
  };
}
