/**
 * Moves the view over the stage: fits the whole, follows what the step is about, and leaves the rest to the person's own hands.
 *
 * The stage never zooms out beyond what can be read: a film that does not fit is followed instead.
 */
import type { Selection } from "d3-selection";
import { type ZoomTransform, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import type { Point, Rect } from "../layout/scene";
import { animate, easeInOut } from "./animate";
import { freshRoomIn, roomIn } from "./room";

export interface Camera {
  /** Show everything, however small. */
  readonly fit: (animate: boolean) => void;
  /** Start of a film: everything if it can be read, else its beginning at a size that can. */
  readonly open: (focus: Rect | null) => void;
  readonly follow: (focus: Rect | null, animate: boolean) => void;
  /** Something has moved on the stage: keep it where it was on the screen. */
  readonly keep: (before: Point, after: Point) => void;
  /** Bring a point of the drawing to the middle. */
  readonly centre: (x: number, y: number) => void;
  readonly setExtent: (width: number, height: number) => void;
  readonly transform: () => ZoomTransform;
}

const readable = 0.5;
/** Smaller than this the whole of a very long film is a line that tells nothing: then what the step is about is shown in the middle. */
const tellable = 0.1;
const largest = 1.35;
const margin = 14;
const pause = 420;
const range: readonly [number, number] = [0.02, 4];

type Svg = Selection<SVGSVGElement, unknown, null, undefined>;

export function createCamera(svg: Svg, world: Selection<SVGGElement, unknown, null, undefined>, moved: () => void, framed = false): Camera {
  let extent = { width: 1, height: 1 };
  let halt = () => {};
  let about: Rect | null = null;
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([...range])
    .filter(event => (framed ? isForFrame(event) : isForPage(event)))
    .on("zoom", event => {
      if (event.sourceEvent) halt();
      world.attr("transform", String(event.transform));
      moved();
    });
  svg.call(behaviour).on("dblclick.zoom", null);
  const size = (room = roomIn): [number, number] => {
    const { width, height } = room(svg.node() as SVGSVGElement);
    return [width || 740, height || 734];
  };
  const now = () => zoomTransform(svg.node() as SVGSVGElement);
  const go = (transform: ZoomTransform, moving: boolean) => {
    halt();
    const put = (next: ZoomTransform) => void svg.call(behaviour.transform, next);
    if (!moving || wantsStillness()) {
      put(transform);
      return;
    }
    const between = flight(now(), transform, size());
    halt = animate(
      pause,
      part => put(between(easeInOut(part))),
      () => put(transform),
    );
  };
  const whole = () => fitting({ x: 0, y: 0, ...extent }, size());
  return {
    setExtent: (width, height) => {
      extent = { width, height };
    },
    keep: (before, after) => go(now().translate(before.x - after.x, before.y - after.y), false),
    centre: (x, y) => {
      const [width, height] = size();
      const { k } = now();
      go(zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k), false);
    },
    fit: animate => go(whole().k < tellable && about !== null ? around(about, tellable, size()) : whole(), animate),
    open: focus => {
      about = focus;
      size(freshRoomIn);
      const all = whole();
      if (all.k >= readable) go(all, false);
      else go(opening(extent, focus, size()), false);
    },
    follow: (focus, animate) => {
      if (focus === null) return;
      about = focus;
      const next = following(now(), focus, size());
      if (next !== null) go(next, animate);
    },
    transform: now,
  };
}

/** The way from one view to another on which everything seems to move evenly: scale by equal factors, the middle in step with it. */
function flight(from: ZoomTransform, to: ZoomTransform, [width, height]: [number, number]): (part: number) => ZoomTransform {
  const [x0, y0] = from.invert([width / 2, height / 2]);
  const [x1, y1] = to.invert([width / 2, height / 2]);
  const ratio = from.k / to.k;
  return part => {
    const way = Math.abs(ratio - 1) < 0.001 ? part : (1 - ratio ** part) / (1 - ratio);
    const scale = from.k * (to.k / from.k) ** part;
    return zoomIdentity
      .translate(width / 2, height / 2)
      .scale(scale)
      .translate(-x0 - (x1 - x0) * way, -y0 - (y1 - y0) * way);
  };
}

/** What d3-zoom takes by itself. */
function isForPage(event: MouseEvent): boolean {
  return (!event.ctrlKey || event.type === "wheel") && !event.button;
}

/** The article around the frame keeps the gestures that scroll it. */
function isForFrame(event: MouseEvent | WheelEvent | TouchEvent): boolean {
  if (event.type === "wheel") return event.ctrlKey || event.metaKey;
  if ("touches" in event) return event.touches.length > 1;
  return isForPage(event);
}

export function wantsStillness(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

function fitting(rect: Rect, [width, height]: [number, number]): ZoomTransform {
  const scale = Math.min((width - 2 * margin) / rect.width, (height - 2 * margin) / rect.height, largest);
  const x = (width - rect.width * scale) / 2 - rect.x * scale;
  const y = (height - rect.height * scale) / 2 - rect.y * scale;
  return zoomIdentity.translate(x, y).scale(scale);
}

function around(rect: Rect, scale: number, [width, height]: [number, number]): ZoomTransform {
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  return zoomIdentity.translate(width / 2 - x * scale, height / 2 - y * scale).scale(scale);
}

/** As tall as the window allows within what can be read, and at the left end, where the film begins. */
function opening(extent: { width: number; height: number }, focus: Rect | null, [width, height]: [number, number]): ZoomTransform {
  const scale = Math.max(0.66, Math.min(0.85, (height - 2 * margin) / extent.height));
  const base = zoomIdentity.translate(margin, Math.max(margin, (height - extent.height * scale) / 2)).scale(scale);
  return (focus === null ? null : following(base, focus, [width, height])) ?? base;
}

/** The smallest move that brings the focus into view; null when it is there already. */
function following(now: ZoomTransform, focus: Rect, [width, height]: [number, number]): ZoomTransform | null {
  const room = 26;
  const scale = Math.min(now.k, Math.max(0.3, Math.min((width - 2 * room) / focus.width, (height - 2 * room) / focus.height)));
  const [left, top] = now.apply([focus.x, focus.y]);
  const [right, bottom] = now.apply([focus.x + focus.width, focus.y + focus.height]);
  if (scale === now.k && left >= 4 && top >= 4 && right <= width - 4 && bottom <= height - 4) return null;
  const middle = now.invert([width / 2, height / 2]);
  const kept =
    scale === now.k
      ? now
      : zoomIdentity
          .translate(width / 2, height / 2)
          .scale(scale)
          .translate(-middle[0], -middle[1]);
  const dx = shift(kept.applyX(focus.x), kept.applyX(focus.x + focus.width), width, room);
  const dy = shift(kept.applyY(focus.y), kept.applyY(focus.y + focus.height), height, room);
  return zoomIdentity.translate(kept.x + dx, kept.y + dy).scale(kept.k);
}

function shift(low: number, high: number, size: number, room: number): number {
  if (high - low > size - 2 * room) return (size - low - high) / 2;
  if (low < room) return room - low;
  return high > size - room ? size - room - high : 0;
}
