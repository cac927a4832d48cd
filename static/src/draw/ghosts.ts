/** Draws where the film is going: a faint outline for everything that will stand there, in one path that never changes. */
import { boxOf, type PlacedVertex, type Scene } from "../layout/scene";
import { type Layer, px } from "./reconcile";

export function drawGhosts(layer: Layer, scene: Scene | null): void {
  const outlines = scene === null ? "" : [...scene.vertices.values()].map(outlineOf).join("");
  layer
    .selectChildren<SVGPathElement, string>("path.ghosts")
    .data([outlines])
    .join(enter => enter.append("path").attr("class", "ghosts"))
    .attr("d", outline => outline);
}

/** What stands there covers it. */
function outlineOf(placed: PlacedVertex): string {
  const { x, y, width, height } = boxOf(placed);
  if (placed.vertex.kind === "grad") return "";
  const round = ["op", "node", "accumulate"].includes(placed.vertex.kind) ? height / 2 : 11;
  const [across, down, r] = [px(width - 2 * round), px(height - 2 * round), px(round)];
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${px(x + round)} ${px(y)}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}
