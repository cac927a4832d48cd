/** Sizes of everything that is drawn: turns things of the trace into the boxes that the layout arranges. */
import type { OpEvent, Tensor, TraceNode, Value } from "../trace/contract";
import { callName } from "../trace/history";
import type { Chip, TraceIndex } from "../trace/index";
import { ANY_INDEX, indexText, MAX_HEAT_CELLS, NAME_LETTERS, opName, shapeText, shortName, valueText } from "../trace/labels";
import { type CodeLine, lineOf } from "../trace/sources";
import type { Vertex } from "./graph";
import { keepEnd, keepStart, monoWidth, proseWidth } from "./measure";

export type Wording = (key: string, params?: Record<string, string | number>) => string;

export const card = { height: 66, minWidth: 112, dial: 13.5, nameSize: 16, longNameSize: 12.5 } as const;
export const pill = { height: 30, nodeHeight: 30, caption: 17 } as const;
export const chipBox = { height: 26, gap: 5, stem: 11 } as const;
export const bead = { radius: 5, room: 20 } as const;
export const gradBox = { gap: 7, height: 24, tall: 44, textSize: 11 } as const;
export const hookBox = { height: 19, stem: 5, textSize: 10 } as const;
export const tag = { height: 20, staleHeight: 38, silentHeight: 38 } as const;
export const halo = 14;
const MAX_FILE_CHARS = 22;
/** Room over a card for the arrow of a name that moves. */
export const nameRoom = 26;

/** The line under an op or on a chip; empty for one without a line. */
export function lineCaption(index: TraceIndex, at: CodeLine, word: Wording): string {
  return at.line === null ? "" : word("stage-line", shortLineOf(index, at));
}

function shortLineOf(index: TraceIndex, at: CodeLine): Record<string, string | number> {
  const { file, ...line } = lineOf(index, at);
  return file === undefined ? line : { ...line, file: keepEnd(`${file}`, MAX_FILE_CHARS) };
}

/** As at the end of the film; for one without a name, the op that made it. */
function stageName({ id }: Tensor, index: TraceIndex): string {
  const called = callName(index, id, index.run.events.length);
  const maker = index.visible.makers.get(id);
  return called === null ? (maker === undefined ? id : `${opName(maker)}()`) : shortName(called);
}

export function cardName(tensor: Tensor, index: TraceIndex): { readonly text: string; readonly size: number } {
  const text = keepEnd(stageName(tensor, index), NAME_LETTERS);
  return { text, size: text.length <= 7 ? card.nameSize : card.longNameSize };
}

export function chipText(chip: Chip, index: TraceIndex, word: Wording): { text: string; note: string; width: number } {
  const text = keepStart(chip.text, 26);
  const line = lineCaption(index, chip, word);
  const note = chip.events.length > 1 ? `${line} ×${chip.events.length}` : line;
  return { text, note: line, width: Math.ceil(30 + monoWidth(text, 12) + 8 + proseWidth(note, 10) + 8) };
}

/** Width of a card whose small print is larger, as in an overview. */
export function widerCard({ width, reach, ...vertex }: Vertex, tensor: Tensor): Vertex {
  const numbers = tensor.is_leaf ? monoWidth(valueText(tensor.value, 11) ?? "", 12) + 56 : 0;
  const wanted = Math.ceil(14 + Math.max(monoWidth(shapeText(tensor.shape), 12) + 10, numbers));
  return { ...vertex, width: Math.max(width, wanted), reach: Math.max(reach, wanted) };
}

export function cardVertex(tensor: Tensor, index: TraceIndex, chips: readonly Chip[], shared: boolean, word: Wording): Vertex {
  const name = cardName(tensor, index);
  const numbers = valueText(tensor.value, 14);
  const width = Math.max(
    card.minWidth,
    14 + monoWidth(name.text, name.size) + 12 + 2 * card.dial + 7,
    tensor.is_leaf ? 14 + monoWidth(numbers ?? "", 10) + 48 : 0,
  );
  const stack = chips.length === 0 ? 0 : chipBox.stem + chips.length * (chipBox.height + chipBox.gap);
  const room = shared ? halo : 0;
  return {
    id: tensor.id,
    kind: "card",
    lane: "forward",
    order: Math.max(tensor.event, index.visible.makers.get(tensor.id)?.index ?? 0),
    width: Math.ceil(width),
    height: card.height,
    above: stack + (shared ? halo : 0),
    below: shared ? halo + 10 : 0,
    reach: Math.ceil(Math.max(width + 2 * room, ...chips.map(chip => chipText(chip, index, word).width))),
    beads: [],
    under: null,
  };
}

export function opText(op: OpEvent, index: TraceIndex): string {
  const name = opName(op);
  if (name !== ANY_INDEX) return keepStart(name, 18);
  return indexText(op.nodes.map(id => index.nodes.get(id)).filter(node => node !== undefined));
}

export function opVertex(op: OpEvent, index: TraceIndex, beads: readonly string[], word: Wording): Vertex {
  const width = Math.ceil(Math.max(46, 24 + monoWidth(opText(op, index), 12.5)));
  const caption = lineCaption(index, op, word);
  const room = beads.length > 0 ? bead.room * 2 : 0;
  const column = beads.length > 1 ? beads.length * 14 : 0;
  return {
    id: `e${op.index}`,
    kind: "op",
    lane: "forward",
    order: op.index,
    width,
    height: pill.height,
    above: Math.max(0, (column - pill.height) / 2),
    below: pill.caption,
    reach: Math.max(width + room, Math.ceil(proseWidth(caption, 10))),
    caption: Math.ceil(proseWidth(caption, 10)),
    beads,
    under: null,
  };
}

export function nodeText(node: TraceNode): string {
  return keepStart(node.name, 26);
}

/** A hook is docked on the node that it was called for. */
export function hookText(index: TraceIndex, node: string, word: Wording): { readonly text: string; readonly width: number } | null {
  const hook = index.hooks.get(node)?.[0];
  if (hook === undefined || hook.line === null) return null;
  const text = word("stage-hook", shortLineOf(index, hook));
  return { text, width: Math.ceil(28 + proseWidth(text, hookBox.textSize)) };
}

export function nodeVertex(node: TraceNode, under: string | null, index: TraceIndex, word: Wording): Vertex {
  const width = Math.ceil(22 + monoWidth(nodeText(node), 11));
  const caption = index.failing.has(node.id) ? proseWidth(word("stage-expected", { saved: 0, current: 10 }), 12) : 0;
  const hook = hookText(index, node.id, word);
  return {
    id: node.id,
    kind: "node",
    lane: "backward",
    order: node.event,
    width,
    height: pill.nodeHeight,
    above: hook === null ? 0 : hookBox.stem + hookBox.height,
    below: pill.caption,
    reach: Math.ceil(Math.max(width, caption, hook?.width ?? 0)),
    beads: [],
    under,
  };
}

/** Room for the values of a gradient. */
export interface GradRoom {
  readonly letters: number;
  readonly cells: number;
}

/** The texts that the box of a `.grad` ever shows: the longest decides its width. */
interface GradTexts {
  readonly name: string;
  readonly room: GradRoom;
  readonly shown: string[];
  readonly expected: string | null;
}

/** Beside a longer name the values have less room, so that a column of parameters is no wider. */
const LONG_GRAD_NAME = 12;
const gradRooms = { long: { letters: 22, cells: MAX_HEAT_CELLS }, short: { letters: 16, cells: 6 } } as const;

export function gradTexts(index: TraceIndex, tensor: string): GradTexts {
  const owner = index.tensors.get(tensor);
  const title = owner === undefined ? tensor : cardName(owner, index).text;
  // Of a tensor without a name, the grad_fn above it says more than the op does.
  const unnamed = owner !== undefined && callName(index, tensor, index.run.events.length) === null;
  const name = unnamed && title.length > 9 ? ".grad" : `${title}.grad`;
  const room = name.length > LONG_GRAD_NAME ? gradRooms.short : gradRooms.long;
  const shown = (index.timelines.grads.get(tensor) ?? []).map(moment => gradText(moment.fact, room));
  const gradient = index.gradients.get(tensor);
  const expected = gradient?.differs === true ? gradText(gradient.expected, room) : null;
  return { name, room, shown, expected };
}

export function gradText(value: Value | null, { letters, cells }: GradRoom): string {
  return value === null ? "None" : (valueText(value, letters) ?? "▮".repeat(cells));
}

function textOrStrip(text: string): number {
  return text.startsWith("▮") ? text.length * 9 : monoWidth(text, gradBox.textSize);
}

/** Size of the box of a `.grad`: at its largest, or with `wrong` false before it is known to be wrong. */
export function gradSize(index: TraceIndex, tensor: string, word: Wording, wrong = true): { width: number; height: number } {
  const { name, shown, expected: right } = gradTexts(index, tensor);
  const expected = wrong ? right : null;
  const longest = Math.max(monoWidth("None", 11), ...[...shown, expected ?? ""].map(textOrStrip));
  const label = Math.max(monoWidth(name, 11), expected === null ? 0 : proseWidth(word("stage-should-be"), 11));
  const verdict = expected === null ? 0 : 12 + proseWidth(word("stage-wrong"), 11);
  return { width: Math.ceil(12 + label + 9 + longest + verdict + 11), height: expected === null ? gradBox.height : gradBox.tall };
}

export function accumulateVertex(node: TraceNode, index: TraceIndex, under: string | null, word: Wording): Vertex {
  const base = nodeVertex(node, under, index, word);
  const box = node.variable === null ? { width: 0, height: 0 } : gradSize(index, node.variable, word);
  return { ...base, kind: "accumulate", below: gradBox.gap + box.height, reach: Math.max(base.reach, box.width) };
}

/** The `.grad` that a tensor retained is drawn under its grad_fn, where that gradient arrives. */
export function retainingVertex(node: TraceNode, tensor: string, index: TraceIndex, under: string | null, word: Wording): Vertex {
  const base = nodeVertex(node, under, index, word);
  const box = gradSize(index, tensor, word);
  return { ...base, below: gradGap(node, index) + box.height, reach: Math.max(base.reach, box.width) };
}

/** The message of a failing node is drawn between it and its gradient. */
export function gradGap(node: TraceNode, index: TraceIndex): number {
  return node.variable === null && index.failing.has(node.id) ? pill.caption + gradBox.gap : gradBox.gap;
}

/** The `.grad` of a tensor that is no leaf: a box without an AccumulateGrad. */
export function retainedVertex(tensor: string, index: TraceIndex, word: Wording): Vertex {
  const { width, height } = gradSize(index, tensor, word);
  const order = index.timelines.grads.get(tensor)?.[0]?.event ?? 0;
  const box = { id: `r:${tensor}`, kind: "grad", lane: "backward", order, width, height } as const;
  return { ...box, above: 0, below: 0, reach: width, beads: [], under: tensor };
}
