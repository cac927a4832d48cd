/**
 * Draws a faint outline for everything that will appear later in the film, in paths that never change.
 *
 * NOTE [Dots] A browser computes all dots of a path that it paints a part of, so a path holds a few neighbours only.
 */
import { boxOf, type PlacedVertex, type Scene } from "../layout/scene";
import { type Layer, px } from "./reconcile";

/** Size of the cells whose outlines share a path. */
const near = 300;

export function drawOutlines(layer: Layer, scene: Scene | null): void {
  const outlines = new Map<string, string>();
  for (const placed of scene?.vertices.values() ?? []) {
    const place = `${Math.round(placed.x / near)} ${Math.round(placed.y / near)}`;
    outlines.set(place, (outlines.get(place) ?? "") + outlineOf(placed));
  }
  layer
    .selectChildren<SVGPathElement, string>("path.ghosts")
    .data(outlines.values())
    .join(enter => enter.append("path").attr("class", "ghosts"))
    .attr("d", outline => outline);
}

/** The thing itself covers its outline. */
function outlineOf(placed: PlacedVertex): string {
  const { x, y, width, height } = boxOf(placed);
  if (placed.vertex.kind === "grad") return "";
  const round = ["op", "node", "accumulate"].includes(placed.vertex.kind) ? height / 2 : 11;
  const [across, down, r] = [px(width - 2 * round), px(height - 2 * round), px(round)];
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${px(x + round)} ${px(y)}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}
