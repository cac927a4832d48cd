/**
 * Divides a drawing from top to bottom into strips: rows of boxes, and channels in which edges run.
 *
 * Edges are routed while every channel has room for many; then a channel is made as high as what runs in it needs, and all below moves up.
 */

/** Between two edges in a channel, and from the first to what is over it. */
const SPACING = 6;
const MARGIN = 8;

export type Strip = { readonly kind: "fixed"; readonly height: number } | { readonly kind: "channel"; readonly least: number };

/** Edges that have room in each channel while they are routed. */
const MAX_TRACKS = 5;

export interface Strips {
  /** Where each strip begins, and at last where all end. */
  readonly tops: readonly number[];
  /** Where edges may run in the channels. */
  readonly tracks: readonly number[];
  /** Where a y of these strips is once every channel is as high as needed by the tracks that are `used`. */
  readonly packed: (used: ReadonlySet<number>) => { readonly move: (y: number) => number; readonly height: number };
  /** How high all would be with so many edges in each channel. */
  readonly heightWith: (edgesIn: (strip: number) => number) => number;
}

export function stripsOf(strips: readonly Strip[]): Strips {
  const heightOf = (strip: Strip, count: number) =>
    strip.kind === "fixed" ? strip.height : Math.max(strip.least, count === 0 ? 0 : 2 * MARGIN + (count - 1) * SPACING);
  const tops = sums(strips.map(strip => heightOf(strip, MAX_TRACKS)));
  const tracksIn = (at: number) => Array.from({ length: MAX_TRACKS }, (_, number) => (tops[at] ?? 0) + MARGIN + number * SPACING);
  const isChannel = ({ kind }: Strip) => kind === "channel";
  return {
    tops,
    heightWith: edgesIn => strips.reduce((sum, strip, at) => sum + heightOf(strip, Math.min(MAX_TRACKS, edgesIn(at))), 0),
    tracks: strips.flatMap((strip, at) => (isChannel(strip) ? tracksIn(at) : [])),
    packed: used => {
      const taken = strips.map((strip, at) => (isChannel(strip) ? tracksIn(at).filter(y => used.has(y)) : []));
      const heights = strips.map((strip, at) => heightOf(strip, taken[at]?.length ?? 0));
      const moved = sums(heights);
      const move = (y: number) => {
        const at = Math.max(
          0,
          tops.findLastIndex((top, number) => top <= y && number < strips.length),
        );
        const track = taken[at]?.indexOf(y) ?? -1;
        if (track < 0) return (moved[at] ?? 0) + Math.min(y - (tops[at] ?? 0), heights[at] ?? 0);
        const room = (heights[at] ?? 0) - ((taken[at]?.length ?? 1) - 1) * SPACING;
        return (moved[at] ?? 0) + room / 2 + track * SPACING;
      };
      return { move, height: moved.at(-1) ?? 0 };
    },
  };
}

/** What lies before each, and the sum of all. */
function sums(heights: readonly number[]): readonly number[] {
  const found = [0];
  for (const height of heights) found.push((found.at(-1) ?? 0) + height);
  return found;
}
