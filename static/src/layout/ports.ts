/** Says where edges and links may leave and meet boxes, and what of the boxes they must go around. */
import type { GraphEdge, GraphLink, Vertex } from "../graph/graph";
import type { Port, Wire } from "./route-search";
import { beadAt, boxOf, type PlacedVertex, type Rect } from "./scene";

/** Between a box and what runs past it. */
export const CLEARANCE = 5;

const APART = 8;
const TAG_APART = 24;
const LINK_APART = 18;
const CORNER = 10;
const ASIDE_COST = 4;
const TURNED_COST = 40;

type Side = Port["towards"];

/** Ports on a side of a rectangle, in the middle of it and on both sides of that. */
function portsOn({ x, y, width, height }: Rect, towards: Side, apart: number, cost: number): readonly Port[] {
  const sideways = towards % 180 === 0;
  const most = (sideways ? height : width) / 2 - CORNER + (sideways ? 2 : 0);
  const offsets = [0, -apart, apart].filter(offset => offset === 0 || Math.abs(offset) <= most);
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return offsets.map(offset => {
    const at = {
      0: { x: x - CLEARANCE, y: middleY + offset },
      90: { x: middleX + offset, y: y - CLEARANCE },
      180: { x: x + width + CLEARANCE, y: middleY + offset },
      270: { x: middleX + offset, y: y + height + CLEARANCE },
    }[towards];
    return { at, towards, cost: cost + (offset === 0 ? 0 : ASIDE_COST) };
  });
}

/** Forward edges leave at the right and arrive at the left, backward ones the other way; where that is far round, above or below. */
export function edgeWire(edge: GraphEdge, from: PlacedVertex, to: PlacedVertex, [top, bottom]: readonly [number, number]): Wire {
  const [out, into]: readonly [Side, Side] = edge.kind === "next" ? [0, 180] : [180, 0];
  const [start, end] = [boxOf(from), boxOf(to)];
  const turned = (box: Rect) => [...portsOn(box, 90, 0, TURNED_COST), ...portsOn(box, 270, 0, TURNED_COST)];
  const starts = edge.bead === null ? [...portsOn(start, out, APART, 0), ...turned(start)] : beadPorts(from, edge.bead, 180);
  const ends = [...portsOn(end, into, APART, 0), ...turned(end)];
  return { id: edge.id, kind: edge.kind, from: edge.bead ?? edge.from, to: edge.to, starts, ends, top, bottom };
}

function beadPorts(from: PlacedVertex, bead: string, towards: Side): readonly Port[] {
  const { x, y } = beadAt(from, bead);
  return portsOn({ x: x - 5, y: y - 5, width: 10, height: 10 }, towards, 0, 0);
}

/** From a forward box to its tag and from there to the backward box; in one where it has no tag. */
export function linkWires(link: GraphLink, from: PlacedVertex, to: PlacedVertex, tag: Rect | null): readonly Wire[] {
  const sides = (box: Rect) => [...portsOn(box, 0, APART, TURNED_COST), ...portsOn(box, 180, APART, TURNED_COST)];
  const start = boxOf(from);
  const below = link.bead === null ? portsOn(start, 270, LINK_APART, 0) : beadPorts(from, link.bead, 270);
  const starts = [...below, ...(link.bead === null ? sides(start) : [])];
  const ends = [...portsOn(boxOf(to), 90, LINK_APART, 0), ...sides(boxOf(to))];
  const wire = { kind: link.id, from: link.from, to: link.to, top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };
  if (tag === null) return [{ ...wire, id: link.id, starts, ends }];
  return [
    { ...wire, id: `${link.id} upper`, starts, ends: portsOn(tag, 90, TAG_APART, 0) },
    { ...wire, id: `${link.id} lower`, starts: portsOn(tag, 270, TAG_APART, 0), ends },
  ];
}

/** A box, what is docked over it, and the text under it. */
export function obstaclesAt(placed: PlacedVertex): readonly Rect[] {
  const { vertex, x } = placed;
  const box = boxOf(placed);
  const { above, below, reach } = vertex;
  const found = [grown(box)];
  const stack = vertex.kind === "group" && above < 24 ? vertex.width + 20 : reach;
  if (above > 0) found.push(grown({ x: x - stack / 2, y: box.y - above, width: stack, height: above }, 2));
  const under = captionWidth(vertex);
  if (below > 0) found.push(grown({ x: x - under / 2, y: box.y + box.height, width: under, height: below }, 2));
  for (const bead of vertex.beads) {
    const at = beadAt(placed, bead);
    found.push({ x: at.x - 7, y: at.y - 7, width: 14, height: 14 });
  }
  return found;
}

function captionWidth({ caption, reach, width }: Vertex): number {
  return caption ?? Math.max(width, reach);
}

export function grown({ x, y, width, height }: Rect, by = CLEARANCE): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
