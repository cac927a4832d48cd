/** Draws the two lanes and their names. */
import type { PlacedLane } from "../layout/scene";
import type { Layer } from "./reconcile";

export function drawLanes(layer: Layer, lanes: readonly PlacedLane[], names: Readonly<Record<PlacedLane["name"], string>>): void {
  const groups = layer
    .selectChildren<SVGGElement, PlacedLane>("g")
    .data(lanes, lane => lane.name)
    .join(enter => {
      const lane = enter.append("g").attr("class", ({ name }) => `lane lane-${name}`);
      lane.append("rect").attr("rx", 14);
      lane.append("text").attr("x", 16).attr("y", 22);
      return lane;
    })
    .attr("transform", ({ x, y }) => `translate(${x} ${y})`);
  groups
    .select("rect")
    .attr("width", ({ width }) => width)
    .attr("height", ({ height }) => height);
  groups.select("text").text(({ name }) => names[name]);
}
