/** The zoom of the stage: the view as it is, moved by the reader's hands or by `go`, and the scale that was chosen for it. */
import type { Selection } from "d3-selection";
import { measureSize, sizeOf } from "../../dom/element-size";
import { animate, easeInOut } from "./animate";
import { flight, type ViewSize } from "./framing";
import type { ListenToGestures } from "./gestures";
import type { StageSvg } from "./stage-elements";
import { IDENTITY, type ViewTransform } from "./view-transform";

export interface StageZoom {
  readonly now: () => ViewTransform;
  /** Where the view is moving to; once it is there, where it is. */
  readonly aim: () => ViewTransform;
  /** The scale that was chosen, by the reader or for the film: a step that needs more room goes below it, the next one comes back. */
  readonly chosen: () => number;
  readonly choose: (scale: number) => void;
  /** Size of the part of the window that shows the drawing. */
  readonly size: () => ViewSize;
  /** Ask the browser for the size anew. */
  readonly measure: () => void;
  readonly go: (transform: ViewTransform, moving: boolean) => void;
}

/** What the buttons in the corner of the page take from the bottom; an article has none. */
const BUTTONS_HEIGHT_PX = 38;
const MOVE_MS = 420;

export function createZoom(
  svg: StageSvg,
  world: Selection<SVGGElement, unknown, null, undefined>,
  moved: () => void,
  framed: boolean,
  listenToGestures: ListenToGestures,
): StageZoom {
  let halt = () => {};
  let chosen = 1;
  let target: ViewTransform | null = null;
  const element = () => svg.node() as SVGSVGElement;
  const stop = () => {
    halt();
    target = null;
  };
  const place = (view: ViewTransform) => {
    world.attr("transform", String(view));
    moved();
  };
  listenToGestures(svg, framed, view => {
    stop();
    chosen = view.k;
    place(view);
  });
  const now = (): ViewTransform => svg.property("__zoom") ?? IDENTITY;
  const size = (): ViewSize => {
    const { width, height } = sizeOf(element());
    return [width || 740, (height || 734) - (framed ? 0 : BUTTONS_HEIGHT_PX)];
  };
  // Where d3-zoom looks for it when a gesture begins.
  const put = (next: ViewTransform) => {
    svg.property("__zoom", next);
    place(next);
  };
  return {
    now,
    aim: () => target ?? now(),
    size,
    chosen: () => chosen,
    choose: scale => {
      chosen = scale;
    },
    measure: () => void measureSize(element()),
    go: (transform, moving) => {
      stop();
      if (!moving || prefersReducedMotion()) {
        put(transform);
        return;
      }
      target = transform;
      const between = flight(now(), transform, size());
      halt = animate(
        MOVE_MS,
        part => put(between(easeInOut(part))),
        () => put(transform),
      );
    },
  };
}

export function prefersReducedMotion(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
