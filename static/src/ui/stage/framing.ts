/** Turns rectangles of the drawing into views of it: the whole, the beginning, what a step is about. */
import { type ZoomTransform, zoomIdentity } from "d3-zoom";
import type { Point, Rect } from "../../layout/scene";

/** Width and height of the window, in pixels of the screen. */
export type ViewSize = [width: number, height: number];

/** Room around what the step is about, in pixels of the screen. */
const FOCUS_MARGIN_PX = 26;
/** On a phone every pixel of width is needed. */
const NARROW_MARGIN_PX = 6;
const NARROW_PX = 480;

export function focusMargin(width: number): number {
  return width < NARROW_PX ? NARROW_MARGIN_PX : FOCUS_MARGIN_PX;
}

const FIT_MARGIN_PX = 14;
/** So much of a drawing is only the room around what is in it. */
const MAX_CUT_PX = 16;
/** The buttons at the bottom of the stage, with the room around them. */
export const TOOLS_PX = 50;
export const MIN_OPENING_ZOOM = 0.7;
const MAX_FIT_ZOOM = 1.35;

/** All of it, in the middle; nearer to the top where that keeps `below` free at the bottom. */
export function fitting(rect: Rect, [width, height]: ViewSize, below = 0, margin = FIT_MARGIN_PX): ZoomTransform {
  const scale = Math.min((width - 2 * margin) / rect.width, (height - 2 * margin) / rect.height, MAX_FIT_ZOOM);
  const x = (width - rect.width * scale) / 2 - rect.x * scale;
  const slack = height - rect.height * scale;
  const top = Math.max(Math.min(margin, slack / 2), Math.min(slack / 2, slack - below));
  return zoomIdentity.translate(x, top - rect.y * scale).scale(scale);
}

/** A part of the drawing in the middle. */
export function around(rect: Rect, scale: number, [width, height]: ViewSize): ZoomTransform {
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  return zoomIdentity.translate(width / 2 - x * scale, height / 2 - y * scale).scale(scale);
}

/** As tall as the window allows within what can be read, with what the step is about in view; or at the left end, where the film begins. */
export function opening(
  extent: { width: number; height: number },
  focus: Rect | null,
  size: ViewSize,
  least: number,
  first: Rect | null = focus,
): ZoomTransform {
  const tall = Math.max(least, Math.min(0.9, (size[1] - 2 * FIT_MARGIN_PX) / extent.height));
  const scale = focus === null ? tall : Math.min(tall, scaleFor(focus, size));
  const all = focus ?? { x: 0, y: 0, width: 0, height: extent.height };
  const begin = (start: "x" | "y", length: "width" | "height", window: number) => {
    const spans = [all, first ?? all].map((rect): Span => [rect[start] * scale, rect[length] * scale]);
    return within(spans, extent[length] * scale, window);
  };
  return zoomIdentity.translate(begin("x", "width", size[0]), begin("y", "height", size[1])).scale(scale);
}

/** Beginning and length of something, in pixels of the screen. */
type Span = readonly [at: number, length: number];

/**
 * Where a drawing begins: its beginning is at the window's, or its end, where that shows what it is about, or at least the first of it; else what it
 * is about is in the middle.
 */
function within(abouts: readonly Span[], length: number, window: number): number {
  const last = window - length - FIT_MARGIN_PX;
  if (last >= FIT_MARGIN_PX || Math.abs(window - length) < MAX_CUT_PX) return (window - length) / 2;
  for (const [at, extent] of abouts) {
    const found = [FIT_MARGIN_PX, last].find(begin => begin + at >= 4 && begin + at + extent <= window - 4);
    if (found !== undefined) return found;
  }
  const [at, extent] = abouts[0] ?? [0, 0];
  return Math.min(FIT_MARGIN_PX, Math.max(last, (window - extent) / 2 - at));
}

/**
 * The view at a scale that comes nearest to having a point of the drawing at a point of the window, without leaving the window empty beside
 * the drawing on one side while some of it is out of view on the other.
 */
export function placing(
  at: Point,
  onScreen: readonly [number, number],
  scale: number,
  extent: { width: number; height: number },
  [width, height]: ViewSize,
): ZoomTransform {
  const x = bordered(onScreen[0] - at.x * scale, extent.width * scale, width);
  const y = bordered(onScreen[1] - at.y * scale, extent.height * scale, height);
  return zoomIdentity.translate(x, y).scale(scale);
}

/** Where a drawing of this length begins that would rather begin at `wanted`. */
function bordered(wanted: number, length: number, window: number): number {
  const slack = window - length;
  const [low, high] = [Math.min(FIT_MARGIN_PX, slack - FIT_MARGIN_PX), Math.max(FIT_MARGIN_PX, slack - FIT_MARGIN_PX)];
  if (slack >= 0 && slack < 2 * FIT_MARGIN_PX) return slack / 2;
  return Math.max(low, Math.min(high, wanted));
}

/** The largest zoom at which all of it is in view; below what can be read it is better seen in part. */
function scaleFor(focus: Rect, [width, height]: ViewSize): number {
  return Math.max(0.5, Math.min((width - 2 * focusMargin(width)) / focus.width, (height - 2 * focusMargin(width)) / focus.height));
}

/**
 * The smallest move that brings the focus into view; null when it is there already. A drawing that all but fits the window stays in its
 * middle: every move would push the other side out.
 */
export function following(
  now: ZoomTransform,
  chosen: number,
  focus: Rect,
  size: ViewSize,
  extent: { width: number; height: number },
): ZoomTransform | null {
  const [width, height] = size;
  const margin = focusMargin(width);
  const scale = Math.min(chosen, scaleFor(focus, size));
  const [left, top] = now.apply([focus.x, focus.y]);
  const [right, bottom] = now.apply([focus.x + focus.width, focus.y + focus.height]);
  if (left >= 4 && top >= 4 && right <= width - 4 && bottom <= height - 4) return null;
  const middle = now.invert([width / 2, height / 2]);
  const kept = zoomIdentity
    .translate(width / 2, height / 2)
    .scale(scale)
    .translate(-middle[0], -middle[1]);
  const dx = shift(kept.applyX(focus.x), kept.applyX(focus.x + focus.width), width, margin);
  const dy = shift(kept.applyY(focus.y), kept.applyY(focus.y + focus.height), height, margin);
  const slack = height - extent.height * scale;
  const y = Math.abs(slack) < MAX_CUT_PX ? slack / 2 : kept.y + dy;
  return zoomIdentity.translate(kept.x + dx, y).scale(kept.k);
}

function shift(low: number, high: number, size: number, margin: number): number {
  if (high - low > size - 2 * margin) return (size - low - high) / 2;
  if (low < margin) return margin - low;
  return high > size - margin ? size - margin - high : 0;
}
