/** What of a film is shown, and how much there is. */
import type { TraceIndex } from "./index";

export const SHOWS = ["story", "overview", "all"] as const;

/** How much of a film is shown: the part that explains something, the shape of the program, or everything. */
export type Show = (typeof SHOWS)[number];

/** What an address asks for; null where it asks for none that is known. */
export function readShow(text: string | null | undefined): Show | null {
  return SHOWS.find(show => show === text) ?? null;
}

/** A story shows at most this many things, and a film of no more things is its own story. */
export const MAX_THINGS = 16;

/** How many things everything is: cards, ops and nodes. */
export function thingsIn({ visible, nodes }: TraceIndex): number {
  return visible.cards.size + visible.pills.size + nodes.size;
}

/** Of more ops a picture of everything cannot be read at once: its groups are opened one by one. */
export const MAX_READABLE_OPS = 400;

/** So many things are laid out and drawn by one command without the page being felt to stop; of more, groups are opened one by one. */
export const MAX_OPENED_THINGS = 6000;

/** Of more things, edges and links not even everything with its groups closed is laid out: its overview is shown instead. */
export const MAX_LAID_OUT_PARTS = 3 * MAX_OPENED_THINGS;

/** What is shown where `asked` is asked for: a small film is shown whole, and one without a story begins with its overview. */
export function shownFor(asked: Show, index: TraceIndex, hasStory: boolean): Show {
  if (thingsIn(index) <= MAX_THINGS) return "all";
  return asked === "story" && !hasStory ? "overview" : asked;
}
