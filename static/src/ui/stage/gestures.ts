/** What the reader's hands do to the view: dragging, the wheel, two fingers. */
import { zoom } from "d3-zoom";
import type { StageSvg } from "./stage-elements";
import type { ViewTransform } from "./view-transform";

const ZOOM_RANGE: readonly [number, number] = [0.02, 4];

/** Calls `moved` with every view that a gesture leads to. d3-zoom keeps the view at the element, where zoom.ts puts it as well. */
export type ListenToGestures = (svg: StageSvg, framed: boolean, moved: (view: ViewTransform) => void) => void;

export const listenToGestures: ListenToGestures = (svg, framed, moved) => {
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([...ZOOM_RANGE])
    .filter(event => (framed ? isForFrame(event) : isForPage(event)))
    .on("zoom", event => moved(event.transform));
  svg.call(behaviour).on("dblclick.zoom", null);
};

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
