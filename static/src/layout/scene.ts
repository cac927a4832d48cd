/** The result of the layout: where everything is, for the whole film. Nothing here changes from step to step. */
import type { FoldedGroup, GraphEdge, GraphLink, GraphName, LaneName, OpenGroup, StorageGroup, Vertex } from "../graph/graph";

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedVertex {
  readonly vertex: Vertex;
  readonly column: number;
  readonly row: number;
  /** Centre of the box. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge {
  readonly edge: GraphEdge;
  readonly path: string;
  /** Tip of the arrow and where it points: 0 right, 90 down, 180 left, 270 up. */
  readonly tip: Point;
  readonly angle: number;
  /** Of an overview: where its count is written, if there is room. */
  readonly countAt?: Point | null;
}

export interface PlacedLink {
  readonly link: GraphLink;
  readonly path: string;
  readonly from: Point;
  readonly to: Point;
  readonly tip: Point;
  readonly angle: number;
  /** Top left corner and size of the tag; null where there is none. */
  readonly tag: Rect | null;
}

/** A name that has moved from one card to another: an arrow with a label on it. */
export interface PlacedName {
  readonly name: GraphName;
  /** Centre of the label. */
  readonly label: Point;
  readonly path: string;
  readonly tip: Point;
}

export interface PlacedStorage {
  readonly group: StorageGroup;
  /** One outline around all members, or one around each where other boxes are between them. */
  readonly outlines: readonly Rect[];
  readonly label: Point;
  /** Lines that join the dials of one counter. */
  readonly shafts: readonly { readonly members: readonly string[]; readonly path: string }[];
}

export interface PlacedLane extends Rect {
  readonly name: LaneName;
}

export interface PlacedHandle extends Rect {
  readonly handle: OpenGroup;
}

/** The frame of an open group of an overview, one rectangle per line. */
export interface PlacedFrame {
  readonly group: string;
  readonly depth: number;
  readonly rects: readonly Rect[];
}

export interface Scene {
  /** See Graph. */
  readonly compact?: boolean;
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly PlacedLane[];
  readonly vertices: ReadonlyMap<string, PlacedVertex>;
  readonly edges: readonly PlacedEdge[];
  readonly links: readonly PlacedLink[];
  readonly storages: readonly PlacedStorage[];
  readonly names: readonly PlacedName[];
  /** Tags by saved tensor. */
  readonly tags: ReadonlyMap<string, Rect>;
  readonly groups: ReadonlyMap<string, FoldedGroup>;
  readonly handles: readonly PlacedHandle[];
  /** Of an overview. */
  readonly frames?: readonly PlacedFrame[];
  /** What is drawn for a vertex: itself, or the closed group that it is in. */
  readonly standsFor: (id: string) => string;
}

/** The room that a vertex takes, docked things included. */
export function roomOf({ vertex, x, y }: PlacedVertex): Rect {
  return {
    x: x - vertex.reach / 2,
    y: y - vertex.height / 2 - vertex.above,
    width: vertex.reach,
    height: vertex.height + vertex.above + vertex.below,
  };
}

export function boxOf({ vertex, x, y }: PlacedVertex): Rect {
  return { x: x - vertex.width / 2, y: y - vertex.height / 2, width: vertex.width, height: vertex.height };
}

export function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function same(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

export function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  return { x, y, width: right - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

export function contains(outer: Rect, inner: Rect): boolean {
  const right = outer.x + outer.width >= inner.x + inner.width;
  const bottom = outer.y + outer.height >= inner.y + inner.height;
  return outer.x <= inner.x && outer.y <= inner.y && right && bottom;
}

/** Centre of the bead of a tensor at the right of its op. */
export function beadAt(placed: PlacedVertex, tensor: string): Point {
  const { vertex } = placed;
  const position = Math.max(0, vertex.beads.indexOf(tensor));
  const offset = (position - (vertex.beads.length - 1) / 2) * 14;
  return { x: placed.x + vertex.width / 2 + 12, y: placed.y + offset };
}
