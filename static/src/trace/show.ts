/** What of a film is shown, and how much there is. */
import type { TraceIndex } from "./index";

/** How much of a film is shown: the part that explains its diagnosis, or everything. */
export type Show = "story" | "all";

/** A story shows at most this many things, and a film of no more things is its own story. */
export const MAX_THINGS = 16;

/** How many things everything is: cards, ops and nodes. */
export function thingsIn({ visible, nodes }: TraceIndex): number {
  return visible.cards.size + visible.pills.size + nodes.size;
}
