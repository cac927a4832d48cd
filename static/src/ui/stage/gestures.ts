/** d3-zoom as the stage uses it: which gestures of the reader's hands move the view, and the way from one view to another. */
import { interpolateNumberArray, interpolateZoom, type ZoomView } from "d3-interpolate";
import { type ZoomBehavior, zoom } from "d3-zoom";
import type { ViewSize } from "./framing";

const ZOOM_RANGE: [number, number] = [0.02, 4];
/**
 * How far the view draws back on its way to something far off; d3's own √2 draws back by a factor of 1.4 for a move by one window, which is
 * what most steps are, and everything in view is then measured and painted at another size in every frame.
 */
const DRAW_BACK = 0.5;

/** Its types give `rho` to what it returns instead. */
type InterpolateZoom = typeof interpolateZoom & { readonly rho: (rho: number) => typeof interpolateZoom };

const zoomingTo = (interpolateZoom as InterpolateZoom).rho(DRAW_BACK);
/** Over a shorter way, which nobody sees, interpolateZoom divides by next to nothing. */
const MIN_WAY = 0.01;

/** Dragging, the wheel and two fingers; `size` is the part of the window that shows the drawing. */
export function createZoomBehaviour(framed: boolean, size: () => ViewSize): ZoomBehavior<SVGSVGElement, unknown> {
  return zoom<SVGSVGElement, unknown>()
    .scaleExtent(ZOOM_RANGE)
    .extent(() => [[0, 0], size()])
    .interpolate(interpolateViews)
    .filter(event => (framed ? isForFrame(event) : isForPage(event)));
}

/** A move without zooming keeps its scale to the last digit, so that no text has to be measured again. */
export function interpolateViews(from: ZoomView, to: ZoomView): (part: number) => ZoomView {
  if (from[2] === to[2]) return part => [...interpolateNumberArray([from[0], from[1]], [to[0], to[1]])(part), from[2]] as ZoomView;
  const isShort = Math.hypot(to[0] - from[0], to[1] - from[1]) < MIN_WAY;
  return zoomingTo(from, isShort ? [from[0], from[1], to[2]] : to);
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
