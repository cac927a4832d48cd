/** The zoom of the stage: the view as it is, moved by the reader's hands or by `go`, and the scale that was chosen for it. */
import { easeCubicInOut } from "d3-ease";
import type { Selection } from "d3-selection";
import "d3-transition";
import { type ZoomTransform, zoomTransform } from "d3-zoom";
import { measureSize, sizeOf } from "../../dom/element-size";
import type { ViewSize } from "./framing";
import { createZoomBehaviour } from "./gestures";
import type { StageSvg } from "./stage-elements";

export interface StageZoom {
  readonly now: () => ZoomTransform;
  /** Where the view is moving to; once it is there, where it is. */
  readonly aim: () => ZoomTransform;
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
const BUTTONS_HEIGHT_PX = 46;
export const MOVE_MS = 420;

export function createZoom(
  svg: StageSvg,
  world: Selection<SVGGElement, unknown, null, undefined>,
  moved: () => void,
  framed: boolean,
): StageZoom {
  let chosen = 1;
  let target: ZoomTransform | null = null;
  const element = () => svg.node() as SVGSVGElement;
  const now = () => zoomTransform(element());
  const size = (): ViewSize => {
    const { width, height } = sizeOf(element());
    return [width || 740, (height || 734) - (framed ? 0 : BUTTONS_HEIGHT_PX)];
  };
  const behaviour = createZoomBehaviour(framed, size).on("zoom", ({ transform, sourceEvent }) => {
    // A view that the reader's hands have led to.
    if (sourceEvent) chosen = transform.k;
    world.attr("transform", transform);
    moved();
  });
  svg.call(behaviour).on("dblclick.zoom", null);
  const arrive = (transform: ZoomTransform) => {
    if (target === transform) target = null;
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
      svg.interrupt();
      if (!moving || prefersReducedMotion()) {
        behaviour.transform(svg, transform);
        return;
      }
      target = transform;
      const transition = svg.transition().duration(MOVE_MS).ease(easeCubicInOut);
      behaviour.transform(transition, transform);
      transition.on("end.aim interrupt.aim cancel.aim", () => arrive(transform));
    },
  };
}

export function prefersReducedMotion(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
