/**
 * Cuts from a scene that is seen from far away the part that keyboard and screen reader are given at once: what was made around an event,
 * in the order of execution. Moving the focus on gives the next part, so everything can be reached.
 */

import type { PlacedVertex, Scene } from "../../layout/scene";
import { countEventsUpTo } from "../../trace/timelines";

export interface AccessibleParts {
  /** The same scene for events that lie near each other. */
  readonly around: (event: number) => Scene;
}

/** At least this many vertices are kept before and after an event. */
export const MIN_NEIGHBOURS = 60;

export function accessiblePartsOf(scene: Scene): AccessibleParts {
  const placed = [...scene.vertices].sort(([, a], [, b]) => a.vertex.order - b.vertex.order);
  const orders = placed.map(([, { vertex }]) => vertex.order);
  let last: { readonly at: number; readonly scene: Scene } | null = null;
  return {
    around: event => {
      const at = Math.floor(Math.max(0, countEventsUpTo(orders, event) - 1) / MIN_NEIGHBOURS);
      if (last?.at !== at) last = { at, scene: part(scene, placed.slice(Math.max(0, at - 1) * MIN_NEIGHBOURS, (at + 2) * MIN_NEIGHBOURS)) };
      return last.scene;
    },
  };
}

/** Edges and outlines are drawn by the canvas. */
function part(scene: Scene, placed: readonly [string, PlacedVertex][]): Scene {
  const vertices = new Map(placed);
  return {
    ...scene,
    vertices,
    edges: [],
    links: scene.links.filter(({ link }) => vertices.has(link.to)),
    storages: [],
    names: [],
    handles: scene.handles.filter(({ handle }) => vertices.has(handle.carrier)),
  };
}
