/** The zoom of the stage: the view as it is, moved by the reader's hands or by `go`, and the scale that was chosen for it. */
import type { Selection } from "d3-selection";
import { type ZoomTransform, zoom, zoomTransform } from "d3-zoom";
import { measureSize, sizeOf } from "../../dom/element-size";
import { animate, easeInOut } from "./animate";
import { flight, type ViewSize } from "./framing";
import type { StageSvg } from "./stage-elements";

export interface StageZoom {
  readonly now: () => ZoomTransform;
  /** The scale that was chosen, by the reader or for the film: a step that needs more room goes below it, the next one comes back. */
  readonly chosen: () => number;
  readonly choose: (scale: number) => void;
  /** Size of the part of the window that shows the drawing. */
  readonly size: () => ViewSize;
  /** Ask the browser for the size anew. */
  readonly measure: () => void;
  readonly go: (transform: ZoomTransform, moving: boolean) => void;
}

/** What the buttons in the corner of the page take from the bottom; an article has none. */
const BUTTONS_HEIGHT_PX = 38;
const MOVE_MS = 420;
const ZOOM_RANGE: readonly [number, number] = [0.02, 4];

export function createZoom(
  svg: StageSvg,
  world: Selection<SVGGElement, unknown, null, undefined>,
  moved: () => void,
  framed: boolean,
): StageZoom {
  let halt = () => {};
  let chosen = 1;
  const element = () => svg.node() as SVGSVGElement;
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([...ZOOM_RANGE])
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
  const now = () => zoomTransform(element());
  const size = (): ViewSize => {
    const { width, height } = sizeOf(element());
    return [width || 740, (height || 734) - (framed ? 0 : BUTTONS_HEIGHT_PX)];
  };
  const put = (next: ZoomTransform) => void svg.call(behaviour.transform, next);
  return {
    now,
    size,
    chosen: () => chosen,
    choose: scale => {
      chosen = scale;
    },
    measure: () => void measureSize(element()),
    go: (transform, moving) => {
      halt();
      if (!moving || prefersReducedMotion()) {
        put(transform);
        return;
      }
      const between = flight(now(), transform, size());
      halt = animate(
        MOVE_MS,
        part => put(between(easeInOut(part))),
        () => put(transform),
      );
    },
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

export function prefersReducedMotion(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
