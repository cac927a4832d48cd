/** What of a film is shown, and how much there is. */
import type { TraceIndex } from "./index";

/** How much of a film is shown: the part that explains its diagnosis, the shape of the program, or everything. */
export type Show = "story" | "overview" | "all";

export const SHOWS: readonly Show[] = ["story", "overview", "all"];

/** A story shows at most this many things, and a film of no more things is its own story. */
export const MAX_THINGS = 16;

/** How many things everything is: cards, ops and nodes. */
export function thingsIn({ visible, nodes }: TraceIndex): number {
  return visible.cards.size + visible.pills.size + nodes.size;
}

/** What is shown where `asked` is asked for: a small film is shown whole, and one without a story begins with its overview. */
export function shownFor(asked: Show, index: TraceIndex, hasStory: boolean): Show {
  if (thingsIn(index) <= MAX_THINGS) return "all";
  return asked === "story" && !hasStory ? "overview" : asked;
}
