/** Turns op events into pills with the line under them, and their unnamed results into beads. */

import { lineCaption, opText } from "../graph/sizes";
import { boxOf } from "../layout/scene";
import { listed, type PictureContext } from "./context";
import type { OpView } from "./picture";

export function opViews({ scene, index, state, keys, selection, word }: PictureContext): OpView[] {
  const views: OpView[] = [];
  for (const placed of scene.vertices.values()) {
    const { vertex } = placed;
    const op = vertex.kind === "op" ? index.opAt(vertex.order) : null;
    if (op === null) continue;
    const result = op.outputs[0];
    const caption = lineCaption(index, op, word);
    views.push({
      kind: "op",
      id: vertex.id,
      order: vertex.order - 0.5,
      ...boxOf(placed),
      hidden: op.index > state.now,
      now: state.isNow(op.index),
      key: keys.has(vertex.id),
      // An unnamed result has no card of its own.
      selected: selection?.kind === "tensor" && vertex.beads.includes(selection.id),
      label: listed([word("stage-label-op", { name: opText(op, index) }), caption, index.cuts.has(op.index) && word("stage-label-cut")]),
      target: result === undefined ? null : { kind: "tensor", id: result },
      text: opText(op, index),
      plain: op.nodes.length === 0,
      cut: (index.cuts.get(op.index)?.event ?? Number.POSITIVE_INFINITY) <= state.now,
      caption,
      beads: vertex.beads.map((_, position) => (position - (vertex.beads.length - 1) / 2) * 14).join(","),
    });
  }
  return views;
}
