/** Turns edges and saved links into what they look like at a step: not yet there, there, carrying a gradient, stale. */
import type { PlacedEdge, PlacedLink } from "../layout/scene";
import { sameTarget } from "../trace/target";
import { countUpTo } from "../trace/timelines";
import { vertexOf } from "./chosen";
import type { PictureContext } from "./context";
import type { EdgeView, LinkView } from "./picture";
import { keySave } from "./tags";

export function edgeViews(context: PictureContext): EdgeView[] {
  const chosen = chosenIn(context);
  return context.scene.edges.map(placed => {
    const { edge, path, tip, angle, countAt } = placed;
    return {
      id: edge.id,
      kind: edge.kind,
      path,
      tipX: tip.x,
      tipY: tip.y,
      angle,
      phase: phaseOf(context, placed),
      plain: edge.plain,
      count: countAt == null ? "" : `${edge.count}`,
      countX: countAt?.x ?? 0,
      countY: countAt?.y ?? 0,
      lit: chosen !== null && (edge.from === chosen || edge.to === chosen),
    };
  });
}

function phaseOf({ index, state }: PictureContext, { edge }: PlacedEdge): EdgeView["phase"] {
  if (edge.event > state.now) return "hidden";
  if (edge.kind !== "next") return state.isNow(edge.event) ? "new" : "shown";
  let phase: EdgeView["phase"] = "shown";
  for (const { node, slot } of edge.parts) {
    const runs = index.timelines.ran.get(node) ?? [];
    const event = index.run.events[runs[countUpTo(runs, state.now) - 1]?.event ?? -1];
    if (event?.kind !== "node" || (event.grad_inputs[slot] ?? null) === null) continue;
    if (event.index >= state.step.first) return "carrying";
    phase = "carried";
  }
  return phase;
}

/** The vertices of the selection: edges to and from them are highlighted. */
function chosenIn({ index, scene, selection }: PictureContext): string | null {
  const vertex = selection === null ? null : vertexOf(index, selection);
  return vertex === null ? null : scene.standsFor(vertex);
}

export function linkViews(context: PictureContext): LinkView[] {
  const chosen = chosenIn(context);
  return context.scene.links.map(placed => {
    const { link, path, from, tip, angle } = placed;
    return {
      id: link.id,
      kind: link.kind,
      path,
      fromX: from.x,
      fromY: from.y,
      tipX: tip.x,
      tipY: tip.y,
      angle,
      phase: linkPhase(context, placed),
      key: link.saves.some(context.keys.has),
      lit: chosen !== null && (link.from === chosen || link.to === chosen),
      selected: link.saves.some(id => sameTarget(context.selection, { kind: "saved", id })),
    };
  });
}

function linkPhase({ state, index }: PictureContext, { link }: PlacedLink): LinkView["phase"] {
  if (link.kind === "saved") return state.saved(keySave(link, state, index));
  return link.event > state.now ? "hidden" : "fresh";
}
