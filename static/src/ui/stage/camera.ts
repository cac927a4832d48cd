/**
 * Moves the view over the stage: fits the whole, follows what the step is about, and leaves the rest to the person's own hands.
 *
 * The stage never zooms out beyond what can be read: a film that does not fit is followed instead.
 */
import type { Selection } from "d3-selection";
import { type ZoomTransform, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { freshRoomIn, roomIn } from "../../dom/element-size";
import type { Point, Rect } from "../../layout/scene";
import { animate, easeInOut } from "./animate";

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
  /** How much of the drawing can be in view at the zoom that was chosen, or further off as long as it can be read. */
  readonly reach: () => { readonly width: number; readonly height: number };
}

/** A film whose whole would be smaller than this is opened on what its step is about; on a phone sooner, in an article later. */
const readableIn = (width: number, framed: boolean) => (framed ? 0.5 : width < 480 ? 0.72 : 0.62);
/** Smaller than this, seeing everything that a step is about at once would help nobody. */
const legible = 0.55;
/** Room around what the step is about, in pixels of the screen. */
const room = 26;
/** Smaller than this the whole of a very long film is a line that tells nothing: then what the step is about is shown in the middle. */
const tellable = 0.1;
const largest = 1.35;
const margin = 14;
/** What the buttons in the corner of the page take from the bottom; an article has none. */
const buttons = 38;
const pause = 420;
const range: readonly [number, number] = [0.02, 4];

type Svg = Selection<SVGSVGElement, unknown, null, undefined>;

export function createCamera(svg: Svg, world: Selection<SVGGElement, unknown, null, undefined>, moved: () => void, framed = false): Camera {
  let extent = { width: 1, height: 1 };
  let halt = () => {};
  let about: Rect | null = null;
  /** The zoom that was chosen, by the reader or for the film: a step that needs more room goes below it, the next one comes back. */
  let chosen = 1;
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([...range])
    .filter(event => (framed ? isForFrame(event) : isForPage(event)))
    .on("zoom", event => {
      if (event.sourceEvent) {
        halt();
        chosen = event.transform.k;
      }
      world.attr("transform", String(event.transform));
      moved();
    });
  svg.call(behaviour).on("dblclick.zoom", null);
  const size = (room = roomIn): [number, number] => {
    const { width, height } = room(svg.node() as SVGSVGElement);
    return [width || 740, (height || 734) - (framed ? 0 : buttons)];
  };
  const now = () => zoomTransform(svg.node() as SVGSVGElement);
  const go = (transform: ZoomTransform, moving: boolean, settled = true) => {
    halt();
    if (settled) chosen = transform.k;
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
      const readable = readableIn(size()[0], framed);
      if (all.k >= readable) go(all, false);
      else {
        go(opening(extent, focus, size()), false);
        chosen = Math.max(chosen, readable);
      }
    },
    follow: (focus, animate) => {
      if (focus === null) return;
      about = focus;
      const next = following(now(), chosen, focus, size());
      if (next !== null) go(next, animate, false);
    },
    transform: now,
    reach: () => {
      const [width, height] = size();
      const zoom = Math.min(chosen, legible);
      return { width: (width - 2 * room) / zoom, height: (height - 2 * room) / zoom };
    },
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

/** As tall as the window allows within what can be read, with what the step is about in view; or at the left end, where the film begins. */
function opening(extent: { width: number; height: number }, focus: Rect | null, size: [number, number]): ZoomTransform {
  const [width, height] = size;
  const tall = Math.max(0.7, Math.min(0.9, (height - 2 * margin) / extent.height));
  const scale = focus === null ? tall : Math.min(tall, scaleFor(focus, size));
  const about = focus ?? { x: 0, y: 0, width: 0, height: extent.height };
  const x = within(about.x * scale, about.width * scale, extent.width * scale, width);
  const y = within(about.y * scale, about.height * scale, extent.height * scale, height);
  return zoomIdentity.translate(x, y).scale(scale);
}

/** Where a drawing begins: what it is about is in the middle, or one end of it at the window's where that shows it as well. */
function within(about: number, extent: number, length: number, window: number): number {
  const last = window - length - margin;
  if (last >= margin) return (window - length) / 2;
  const middle = (window - extent) / 2 - about;
  const near = middle - last > margin - middle ? margin : last;
  const shows = near + about >= 4 && near + about + extent <= window - 4;
  return shows ? near : Math.min(margin, Math.max(last, middle));
}

/** The largest zoom at which all of it is in view; below what can be read it is better seen in part. */
function scaleFor(focus: Rect, [width, height]: [number, number]): number {
  return Math.max(0.5, Math.min((width - 2 * room) / focus.width, (height - 2 * room) / focus.height));
}

/** The smallest move that brings the focus into view; null when it is there already. */
function following(now: ZoomTransform, chosen: number, focus: Rect, size: [number, number]): ZoomTransform | null {
  const [width, height] = size;
  const scale = Math.min(chosen, scaleFor(focus, size));
  const [left, top] = now.apply([focus.x, focus.y]);
  const [right, bottom] = now.apply([focus.x + focus.width, focus.y + focus.height]);
  if (left >= 4 && top >= 4 && right <= width - 4 && bottom <= height - 4) return null;
  const middle = now.invert([width / 2, height / 2]);
  const kept = zoomIdentity
    .translate(width / 2, height / 2)
    .scale(scale)
    .translate(-middle[0], -middle[1]);
  const dx = shift(kept.applyX(focus.x), kept.applyX(focus.x + focus.width), width);
  const dy = shift(kept.applyY(focus.y), kept.applyY(focus.y + focus.height), height);
  return zoomIdentity.translate(kept.x + dx, kept.y + dy).scale(kept.k);
}

function shift(low: number, high: number, size: number): number {
  if (high - low > size - 2 * room) return (size - low - high) / 2;
  if (low < room) return room - low;
  return high > size - room ? size - room - high : 0;
}
