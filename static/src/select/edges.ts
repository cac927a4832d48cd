/** Turns edges and saved links into what they look like at a step: not yet there, there, carrying a gradient, stale. */
import type { PlacedEdge, PlacedLink } from "../layout/scene";
import type { EdgeView, LinkView } from "../picture";
import { sameTarget } from "../target";
import { countUpTo } from "../trace/lives";
import type { Frame } from "./frame";

export function edgeViews(frame: Frame): EdgeView[] {
  return frame.scene.edges.map(placed => {
    const { edge, path, tip, angle } = placed;
    return {
      id: edge.id,
      kind: edge.kind,
      path,
      tipX: tip.x,
      tipY: tip.y,
      angle,
      phase: phaseOf(frame, placed),
      plain: edge.plain,
      key: false,
    };
  });
}

function phaseOf({ index, state }: Frame, { edge }: PlacedEdge): EdgeView["phase"] {
  if (edge.event > state.now) return "hidden";
  if (edge.kind !== "next") return state.isNow(edge.event) ? "new" : "shown";
  const runs = index.lives.ran.get(edge.from) ?? [];
  const count = countUpTo(runs, state.now);
  const event = index.run.events[runs[count - 1]?.event ?? -1];
  if (event?.kind !== "node" || (event.grad_inputs[edge.slot] ?? null) === null) return "shown";
  return event.index >= state.step.first ? "carrying" : "carried";
}

export function linkViews(frame: Frame): LinkView[] {
  return frame.scene.links.map(placed => {
    const { link, path, from, tip, angle } = placed;
    const target = { kind: "saved", id: link.id } as const;
    return {
      id: link.id,
      kind: link.kind,
      path,
      fromX: from.x,
      fromY: from.y,
      tipX: tip.x,
      tipY: tip.y,
      angle,
      phase: linkPhase(frame, placed),
      key: frame.keys.has(link.id),
      selected: sameTarget(frame.selection, target),
    };
  });
}

function linkPhase({ state }: Frame, { link }: PlacedLink): LinkView["phase"] {
  if (link.kind === "saved") return state.saved(link.id);
  return link.event > state.now ? "hidden" : "fresh";
}
