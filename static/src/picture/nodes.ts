/** Turns backward nodes into pills with the phase of their run, and `.grad` into boxes with its value. */

import { gradGap, gradSize, gradText, gradTexts, hookText, nodeText } from "../graph/sizes";
import { boxOf, type PlacedVertex } from "../layout/scene";
import type { TraceEvent, TraceNode } from "../trace/contract";
import { changedBy } from "../trace/hooks";
import { heatCells, valueText } from "../trace/labels";
import { sameTarget } from "../trace/target";
import { countUpTo } from "../trace/timelines";
import { listed, type PictureContext } from "./context";
import type { NodeView } from "./picture";

export function nodeViews(context: PictureContext): NodeView[] {
  const views: NodeView[] = [];
  for (const placed of context.scene.vertices.values()) {
    const { kind, id } = placed.vertex;
    if (kind === "grad") views.push(retainedView(context, placed));
    const node = kind === "node" || kind === "accumulate" ? context.index.nodes.get(id) : undefined;
    if (node !== undefined) views.push(nodeView(context, placed, node));
  }
  return views;
}

function nodeView(context: PictureContext, placed: PlacedVertex, node: TraceNode): NodeView {
  const { index, state, keys, word } = context;
  const target = { kind: "node", id: node.id } as const;
  const phase = state.node(node.id);
  const caption = captionOf(context, node, phase);
  const kept = index.retained.get(node.id) ?? null;
  const grad = gradPart(context, node.variable ?? kept, gradGap(node, index));
  const hook = hookText(index, node.id, word);
  const called = ["running", "done", "failed"].includes(phase) ? (hook?.text ?? "") : "";
  return {
    kind: "node",
    id: node.id,
    order: node.event + 0.2,
    ...boxOf(placed),
    hidden: phase === "hidden",
    now: phase === "running" || phase === "failed",
    key: keys.has(node.id),
    selected: sameTarget(context.selection, target),
    label: listed([
      word("stage-label-node", { name: nodeText(node) }),
      called,
      caption,
      gradLabel(grad),
      phase !== "hidden" && word(`stage-label-${phase}`),
    ]),
    target,
    text: nodeText(node),
    phase,
    caption,
    hook: called,
    hookWidth: hook?.width ?? 0,
    ...grad,
  };
}

function retainedView(context: PictureContext, placed: PlacedVertex): NodeView {
  const tensor = placed.vertex.under ?? "";
  const part = gradPart(context, tensor, 0);
  const { x, y, width } = boxOf(placed);
  return {
    kind: "node",
    id: placed.vertex.id,
    order: placed.vertex.order + 0.3,
    x,
    y,
    width,
    height: 0,
    hidden: !context.state.hasTensor(tensor),
    now: false,
    key: false,
    selected: false,
    label: gradLabel(part),
    target: { kind: "tensor", id: tensor },
    text: "",
    phase: "waiting",
    caption: "",
    hook: "",
    hookWidth: 0,
    ...part,
  };
}

/** The words of a `.grad` box as they are drawn. */
function gradLabel({ gradName, gradText, gradWrong, gradShouldBe, gradExpected }: GradPart): string {
  return listed([gradName, gradText, gradWrong, gradShouldBe, gradExpected]);
}

/** Under a node: what the failed check found, else the gradient that flowed in. */
function captionOf({ index, state, word }: PictureContext, node: TraceNode, phase: NodeView["phase"]): string {
  if (phase === "failed") {
    const isOwn = (event: TraceEvent) => event.kind === "unpack" && !event.ok && index.saved.get(event.saved)?.node === node.id;
    const event = index.run.events.findLast(item => item.index <= state.now && isOwn(item));
    if (event?.kind === "unpack") return word("stage-expected", { saved: event.saved_version, current: event.current_version });
    if (state.failure?.diagnosis?.kind === "graph_freed") return word("stage-freed");
    return "";
  }
  const boxed = node.kind === "accumulate_grad" || index.retained.has(node.id);
  const hook = changedBy(index.hooks.get(node.id), state.now);
  if ((boxed && !hook) || (phase !== "running" && phase !== "done")) return "";
  const runs = index.timelines.ran.get(node.id) ?? [];
  const event = index.run.events[runs[countUpTo(runs, state.now) - 1]?.event ?? -1];
  const incoming = event?.kind === "node" ? valueText(event.grad_outputs[0] ?? null, 16) : null;
  const given = valueText(hook?.given ?? null, 16);
  if (incoming === null) return "";
  return given === null || given === incoming ? (boxed ? "" : `∇ ${incoming}`) : `∇ ${given} → ${incoming}`;
}

type GradPart = Pick<
  NodeView,
  | "gradName"
  | "gradWidth"
  | "gradHeight"
  | "gradTop"
  | "gradText"
  | "gradCells"
  | "gradPhase"
  | "gradExpected"
  | "gradExpectedCells"
  | "gradWrong"
  | "gradShouldBe"
>;

/** A node at which no gradient is kept. */
export const noGrad: GradPart = {
  gradName: "",
  gradWidth: 0,
  gradHeight: 0,
  gradTop: 0,
  gradText: "",
  gradCells: "",
  gradPhase: "none",
  gradExpected: "",
  gradExpectedCells: "",
  gradWrong: "",
  gradShouldBe: "",
};

function gradPart({ index, state, word }: PictureContext, tensor: string | null, gap: number): GradPart {
  if (tensor === null) return noGrad;
  const grad = state.grad(tensor);
  const filled = grad !== undefined && grad !== null;
  const gradient = index.gradients.get(tensor);
  const last = index.timelines.grads.get(tensor)?.at(-1)?.event ?? Number.POSITIVE_INFINITY;
  const wrong = gradient?.differs === true && last <= state.now;
  const { width, height } = gradSize(index, tensor, word, wrong);
  const { name, room } = gradTexts(index, tensor);
  const scale = index.scales.ofGrad(tensor);
  const shown = gradText(grad ?? null, room);
  const expected = gradText(gradient?.expected ?? null, room);
  return {
    gradName: name,
    gradWidth: width,
    gradHeight: height,
    gradTop: gap,
    gradText: shown.startsWith("▮") ? "" : shown,
    gradCells: shown.startsWith("▮") ? heatCells(grad ?? null, scale, room.cells) : "",
    gradPhase: wrong ? "wrong" : filled ? "filled" : "empty",
    gradExpected: wrong && !expected.startsWith("▮") ? expected : "",
    gradExpectedCells: wrong && expected.startsWith("▮") ? heatCells(gradient?.expected ?? null, scale, room.cells) : "",
    gradWrong: wrong ? word("stage-wrong") : "",
    gradShouldBe: wrong ? word("stage-should-be") : "",
  };
}
