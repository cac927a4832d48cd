/** Turns groups into boxes: a closed group in either lane, and the handle of an open one. */
import type { Chip } from "../trace/index";
import type { Group, Vertex } from "./graph";
import { keepEnd, keepStart, monoWidth, proseWidth } from "./measure";
import type { Wording } from "./sizes";

export interface GroupSizes {
  readonly group: (group: Group, chips: readonly Chip[]) => Pick<Vertex, "width" | "height" | "reach" | "above">;
  readonly nodes: (count: number, failing: string) => Pick<Vertex, "width" | "height" | "reach">;
  readonly handle: (group: Group) => { readonly width: number; readonly height: number };
}

export const groupBox = {
  height: 58,
  minBox: 76,
  brief: 44,
  detailed: 56,
  mirrored: 40,
  nodesHeight: 46,
  minWidth: 92,
  stack: 5,
  badge: 24,
  handle: 18,
  stretch: 30,
} as const;

const MARK_WIDTH = 16;

/** `layer 0` as the program names it; iterations get a word. */
export function groupLabel(group: Group, word: Wording): string {
  const { kind, label } = group;
  if (isPill(group)) return label;
  const iteration = kind === "iteration" || (kind === "roll" && /^\d/.test(label));
  if (iteration) return word("stage-iteration", { number: label });
  return hasBeginning(group) ? keepStart(label, 22) : keepEnd(label, 22);
}

/** The label of a pill of a story says all. */
export function isPill({ pattern, content }: Group): boolean {
  return pattern === "" && content === undefined;
}

/** Room before its name for the mark of a cell that ends badly. */
export function markRoom({ troubles = [] }: Group): number {
  return troubles.length > 0 ? MARK_WIDTH : 0;
}

/** A line of code, several rounds of one, a cell, or names in a row are recognised by its beginning; a module by the end of its path. */
function hasBeginning({ kind, inside: [first] }: Group): boolean {
  return kind === "line" || kind === "cell" || kind === "range" || (kind === "roll" && typeof first === "object" && first.kind === "line");
}

export function groupCount(group: Group, word: Wording): string {
  if (isPill(group)) return group.label;
  const ops = word("stage-ops", { count: group.ops });
  return group.kind === "roll" ? `×${group.inside.length} · ${ops}` : ops;
}

export function groupSizes(word: Wording): GroupSizes {
  return {
    group: (group, chips) => {
      const stack = group.kind === "roll" ? groupBox.stack * 2 : 0;
      const text = Math.max(proseWidth(groupLabel(group, word), 13.5) + 16, monoWidth(groupCount(group, word), 10.5));
      const width = Math.ceil(Math.max(groupBox.minWidth, text + 28));
      const badge = chips.length > 0 ? groupBox.badge + 6 : 0;
      const badgeWidth = Math.max(0, ...chips.map(chip => monoWidth(keepStart(chip.text, 18), 11.5) + 34));
      return { width, height: groupBox.height, reach: Math.max(width + stack * 2, badgeWidth), above: Math.max(stack, badge) };
    },
    nodes: (count, failing) => {
      const text = Math.max(monoWidth(word("stage-nodes", { count }), 11), monoWidth(keepStart(failing, 24), 11));
      const width = Math.ceil(Math.max(groupBox.minWidth, text + 28));
      return { width, height: groupBox.nodesHeight, reach: width };
    },
    handle: group => ({ width: Math.ceil(30 + markRoom(group) + proseWidth(groupLabel(group, word), 10.5)), height: groupBox.handle }),
  };
}
