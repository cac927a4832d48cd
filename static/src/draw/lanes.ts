/** Draws the two lanes and their names, and a note in a lane that stays empty. */
import type { PlacedLane, Scene } from "../layout/scene";
import type { Layer } from "./reconcile";

/** `nothing` is the note in the backward lane; null where the film has nodes. */
export function drawLanes(
  layer: Layer,
  lanes: readonly PlacedLane[],
  names: Readonly<Record<PlacedLane["name"], string>>,
  nothing: string | null,
): void {
  const groups = layer
    .selectChildren<SVGGElement, PlacedLane>("g")
    .data(lanes, lane => lane.name)
    .join(enter => {
      const lane = enter.append("g").attr("class", ({ name }) => `lane lane-${name}`);
      lane.append("rect").attr("rx", 14);
      lane.append("text").attr("class", "lane-name").attr("x", 16).attr("y", 22);
      lane.append("text").attr("class", "lane-nothing").attr("x", 16).attr("y", 48);
      return lane;
    })
    .attr("transform", ({ x, y }) => `translate(${x} ${y})`);
  groups
    .select("rect")
    .attr("width", ({ width }) => width)
    .attr("height", ({ height }) => height);
  groups.select("text.lane-name").text(({ name }) => names[name]);
  groups.select("text.lane-nothing").text(({ name }) => (name === "backward" && nothing !== null ? nothing : ""));
}

/** Whether the film has no backward node. */
export function isOneWay({ vertices }: Scene): boolean {
  for (const { vertex } of vertices.values()) if (vertex.lane === "backward") return false;
  return true;
}
