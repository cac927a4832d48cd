/** Room for the handles of open groups, which are drawn over what carries them. */
import type { OpenGroup, Vertex } from "../graph/graph";
import { groupBy } from "../trace/collections";

export const HANDLE_GAP = 4;

/** Gives a vertex room for the handles over it, one over the other. */
export function roomForHandles(handles: readonly OpenGroup[]): (vertex: Vertex) => Vertex {
  const byCarrier = groupBy(handles, ({ carrier }) => carrier);
  return vertex => {
    const own = byCarrier.get(vertex.id);
    if (own === undefined) return vertex;
    const room = own.reduce((total, { height }) => total + height + HANDLE_GAP, HANDLE_GAP);
    return { ...vertex, above: vertex.above + room, reach: Math.max(vertex.reach, ...own.map(({ width }) => width)) };
  };
}
