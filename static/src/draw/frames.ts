/** Draws the frames around what is in an open group of an overview. */
import type { PlacedFrame } from "../layout/scene";
import type { Layer } from "./reconcile";

export function drawFrames(layer: Layer, frames: readonly PlacedFrame[]): void {
  layer
    .selectChildren<SVGRectElement, unknown>("rect.frame")
    .data(frames.flatMap(({ rects, depth }) => rects.map(rect => ({ ...rect, depth }))))
    .join(enter => enter.append("rect").attr("class", "frame").attr("rx", 12))
    .attr("x", ({ x }) => x)
    .attr("y", ({ y }) => y)
    .attr("width", ({ width }) => width)
    .attr("height", ({ height }) => height);
}
