/**
 * Chooses the boxes of an overview: what is directly inside open groups, in order of execution, at most as many as are asked for.
 *
 * Where there are more, neighbours far from the group that was opened last become one box, a merged range. Merging neighbours in order of
 * execution makes no cycle, so any choice of open groups gives a picture of bounded size.
 */
import type { Group } from "../graph/graph";
import type { TraceIndex } from "../trace/index";
import type { OpenSet } from "./folding";
import { firstOf, lastOf } from "./overview-rows";
import type { GroupTree } from "./tree";

export type Box = Group | number;

export const MAX_BOXES = 16;

export function boxesOf(index: TraceIndex, tree: GroupTree, open: OpenSet, most: number): readonly Box[] {
  const boxes: Box[] = [];
  const walk = [...tree.roots].reverse();
  for (let item = walk.pop(); item !== undefined; item = walk.pop()) {
    if (typeof item !== "number" && open.has(item.id)) walk.push(...[...item.inside].reverse());
    else boxes.push(item);
  }
  return merged(index, boxes, focusOf(tree, open), most);
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

function merged(index: TraceIndex, boxes: readonly Box[], focus: Span | null, most: number): readonly Box[] {
  if (boxes.length <= most) return boxes;
  const [first, last] = focus ?? [firstOf(boxes[0] as Box), lastOf(boxes.at(-1) as Box)];
  const before = boxes.filter(box => lastOf(box) < first);
  const after = boxes.filter(box => firstOf(box) > last);
  const inside = boxes.slice(before.length, boxes.length - after.length);
  const own = inChunks(index, inside, most - Math.min(2, before.length) - Math.min(2, after.length));
  const room = most - own.length;
  const part = Math.min(before.length, Math.max(Math.floor(room / 2), room - after.length));
  const [left, right] = [keepLast(index, before, part), keepFirst(index, after, room - part)];
  return [...left, ...own, ...right];
}

/** The last ones as they are, and one for all before them. */
function keepLast(index: TraceIndex, boxes: readonly Box[], count: number): readonly Box[] {
  if (boxes.length <= count) return boxes;
  const cut = boxes.length - count + 1;
  return [range(index, boxes.slice(0, cut)), ...boxes.slice(cut)];
}

function keepFirst(index: TraceIndex, boxes: readonly Box[], count: number): readonly Box[] {
  if (boxes.length <= count) return boxes;
  return [...boxes.slice(0, count - 1), range(index, boxes.slice(count - 1))];
}

function inChunks(index: TraceIndex, boxes: readonly Box[], count: number): readonly Box[] {
  if (boxes.length <= count) return boxes;
  const size = Math.ceil(boxes.length / count);
  const chunks = Array.from({ length: Math.ceil(boxes.length / size) }, (_, at) => boxes.slice(at * size, (at + 1) * size));
  return chunks.map(chunk => range(index, chunk));
}

function range(index: TraceIndex, boxes: readonly Box[]): Box {
  const [head, tail] = [boxes[0] as Box, boxes.at(-1) as Box];
  if (boxes.length === 1) return head;
  const [first, last] = [firstOf(head), lastOf(tail)];
  const lines = [first, last].map(event => index.run.events[event]?.line ?? 0);
  const total = (of: "parameters" | "edited" | "editedParameters") =>
    boxes.reduce<number>((sum, box) => sum + (typeof box === "number" ? 0 : (box.content?.[of] ?? 0)), 0);
  return {
    id: `g:m${first}-${last}`,
    kind: "range",
    label: lines[0] === lines[1] ? `${lines[0]}` : `${Math.min(...lines)} – ${Math.max(...lines)}`,
    outer: null,
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
