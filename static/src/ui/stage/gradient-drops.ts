/** Animates gradients: a drop of colour runs along every edge that carries one in this step. */
import { type Selection, select } from "d3-selection";
import { animate, easeInOut } from "./animate";

export function animateGradients(
  edges: Selection<SVGGElement, unknown, null, undefined>,
  layer: Selection<SVGGElement, unknown, null, undefined>,
): void {
  layer.selectChildren("circle").remove();
  edges.selectChildren<SVGGElement, unknown>("g.is-carrying").each(function () {
    const line = select(this).select<SVGPathElement>("path.line").node();
    if (line === null) return;
    const length = line.getTotalLength();
    const drop = layer.append("circle").attr("class", "drop-of-gradient").attr("r", 5);
    drop.attr("transform", at(line, 0));
    animate(
      Math.min(900, 350 + length),
      part => drop.attr("transform", at(line, easeInOut(part) * length)),
      () => drop.remove(),
    );
  });
}

function at(line: SVGPathElement, distance: number): string {
  const { x, y } = line.getPointAtLength(distance);
  return `translate(${x} ${y})`;
}
