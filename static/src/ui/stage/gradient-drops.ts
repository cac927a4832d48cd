/** Animates gradients: a drop of colour runs along every edge that carries one in this step. */
import { easeCubicInOut } from "d3-ease";
import { type Selection, select } from "d3-selection";
import "d3-transition";

export function animateGradients(
  edges: Selection<SVGGElement, unknown, null, undefined>,
  layer: Selection<SVGGElement, unknown, null, undefined>,
): void {
  layer.selectChildren("circle").interrupt().remove();
  edges.selectChildren<SVGGElement, unknown>("g.is-carrying").each(function () {
    const line = select(this).select<SVGPathElement>("path.line").node();
    if (line === null) return;
    const length = line.getTotalLength();
    layer
      .append("circle")
      .attr("class", "drop-of-gradient")
      .attr("r", 5)
      .attr("transform", at(line, 0))
      .transition()
      .duration(Math.min(900, 350 + length))
      .ease(easeCubicInOut)
      .attrTween("transform", () => part => at(line, part * length))
      .remove();
  });
}

function at(line: SVGPathElement, distance: number): string {
  const { x, y } = line.getPointAtLength(distance);
  return `translate(${x} ${y})`;
}
