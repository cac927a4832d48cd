/**
 * Lays out an overview, or a wide story: columns in lines, as text is, so that it fits a window of any width.
 *
 *     arrange ─▶ tags ─▶ levels, with room for many edges ─▶ boxes ─▶ edges and links around them ─▶ levels as high as needed
 *
 * The forward lane has its lines from top to bottom, the backward lane the same lines from bottom to top: the way back begins where the
 * way there has ended.
 */
import type { Graph, GraphEdge, GraphLink, LaneName } from "../graph/graph";
import { withoutCycles } from "./acyclic";
import { type Arrangement, arrange } from "./arrangement";
import { placeCounts } from "./counts";
import { framesIn } from "./frames";
import { type Levels, levelsOf } from "./levels";
import type { Placement, WindowSize } from "./place";
import { grown, obstaclesAt } from "./ports";
import type { PlacedEdge, PlacedHandle, PlacedLink, PlacedVertex, Point, Rect, Scene } from "./scene";
import { roomOf } from "./scene";
import { slotsOf } from "./slots";
import { outlineStorages } from "./storages";
import { type Routed, rounded, routeAround } from "./wires";

const TAG_GAP = 8;
const MAX_TAG_ROWS = 3;
const LANE_NAME: Rect = { x: 8, y: 5, width: 104, height: 20 };

export function layOutWrapped(given: Graph, windowSize: WindowSize): Scene {
  const graph = withoutEditsBackInTime(withoutCycles(given));
  const arrangement = arrange(graph, windowSize, estimatedHeight);
  const slots = tagSlots(arrangement);
  const levels = levelsOf(arrangement, heightOf(slots));
  const { tops } = levels.strips;
  const vertices = placeVertices(arrangement, levels);
  const tags = new Map([...slots].map(([id, tag]) => [id, { ...tag, y: tag.y + (tops[levels.tags] ?? 0) }]));
  const names = (["forward", "backward"] as const).map(lane => ({ ...LANE_NAME, y: (tops[levels.lanes[lane].first] ?? 0) + LANE_NAME.y }));
  const obstacles = [...[...vertices.values()].flatMap(obstaclesAt), ...names, ...[...tags.values()].map(tag => grown(tag, 4))];
  const routed = routeAround({ arrangement, levels, vertices, tags, obstacles });
  return packed({ arrangement, levels, vertices, tags, routed });
}

/** About the size that the scene of a graph would have, without routing its edges. */
export function estimateWrapped(given: Graph, windowSize: WindowSize): WindowSize {
  const arrangement = arrange(withoutEditsBackInTime(withoutCycles(given)), windowSize, estimatedHeight);
  return { width: arrangement.width, height: estimatedHeight(arrangement) };
}

function estimatedHeight(arrangement: Arrangement): number {
  const { graph, lineOf } = arrangement;
  const { strips, between } = levelsOf(arrangement, heightOf(tagSlots(arrangement)));
  const turning = graph.edges.filter(({ from, to }) => lineOf(from) !== lineOf(to));
  return strips.heightWith(strip => {
    const line = between(strip);
    if (line === null) return 0;
    const passing = turning.filter(({ kind, from, to }) => {
      const [first, last] = [Math.min(lineOf(from), lineOf(to)), Math.max(lineOf(from), lineOf(to))];
      return (kind === "next") === (line.lane === "backward") && first <= line.number && line.number < last;
    });
    return new Set(passing.map(({ from }) => from)).size;
  });
}

function heightOf(slots: ReadonlyMap<string, Rect>): number {
  return Math.max(0, ...[...slots.values()].map(({ y, height }) => y + height));
}

/** A box that edits what an earlier one has made says so itself. */
function withoutEditsBackInTime(graph: Graph): Graph {
  const isBack = (edge: GraphEdge) => edge.kind === "edit" && !edge.ranked;
  return graph.edges.some(isBack) ? { ...graph, edges: graph.edges.filter(edge => !isBack(edge)) } : graph;
}

/** Tags near the middle between the ends of their links, from 0 down. */
function tagSlots({ graph, columns, bands, width }: Arrangement): ReadonlyMap<string, Rect> {
  const tagged = graph.links.filter(({ tagWidth }) => tagWidth > 0);
  const middle = (id: string) => {
    const { left, right } = bands[columns.get(id) ?? 0] ?? { left: 0, right: 0 };
    return (left + right) / 2;
  };
  const tallest = Math.max(0, ...tagged.map(({ tagHeight }) => tagHeight));
  const band = { x: 10, y: 0, width: width - 20, height: MAX_TAG_ROWS * (tallest + TAG_GAP) };
  const slots = tagged.map(({ id, from, to, tagWidth, tagHeight }) => ({
    id,
    wanted: (middle(from) + middle(to)) / 2,
    width: tagWidth,
    height: tagHeight,
  }));
  const places = [...slotsOf(slots, band)];
  const top = Math.min(...places.map(([, { y }]) => y));
  return new Map(places.map(([id, rect]) => [id, { ...rect, y: rect.y - top }]));
}

function placeVertices({ graph, columns, rows, bands }: Arrangement, levels: Levels): ReadonlyMap<string, PlacedVertex> {
  const { strips, lanes, middle } = levels;
  return new Map(
    graph.vertices.map(vertex => {
      const [column, row] = [columns.get(vertex.id) ?? 0, rows.get(vertex.id) ?? 0];
      const { left, right } = bands[column] ?? { left: 0, right: 0 };
      const y = (strips.tops[lanes[vertex.lane].rows.get(row) ?? 0] ?? 0) + middle(vertex.lane, row);
      return [vertex.id, { vertex, column, row, x: (left + right) / 2, y }];
    }),
  );
}

interface Wide {
  readonly arrangement: Arrangement;
  readonly levels: Levels;
  readonly vertices: ReadonlyMap<string, PlacedVertex>;
  readonly tags: ReadonlyMap<string, Rect>;
  readonly routed: Routed;
}

/** The scene with every channel as high as what runs in it needs. */
function packed({ arrangement, levels, ...wide }: Wide): Scene {
  const { graph, bands, width, lineOf } = arrangement;
  const { strips, lanes } = levels;
  const { move, height } = strips.packed(wide.routed.used);
  const y = (strip: number) => (strip >= strips.tops.length - 1 ? height : move(strips.tops[strip] ?? 0));
  const vertices = new Map([...wide.vertices].map(([id, placed]) => [id, { ...placed, y: move(placed.y) }]));
  const tags = new Map([...wide.tags].map(([id, tag]) => [id, { ...tag, y: move(tag.y) }]));
  const points = new Map([...wide.routed.points].map(([id, way]) => [id, way.map(point => ({ ...point, y: move(point.y) }))]));
  const laneOf = (name: LaneName) => {
    const top = name === "forward" ? 0 : y(lanes.backward.first);
    return { name, x: 0, y: top, width, height: y(lanes[name].end) - top };
  };
  const placement: Placement = {
    vertices,
    columns: bands,
    rows: { forward: new Map(), backward: new Map() },
    lanes: [laneOf("forward"), laneOf("backward")],
    width,
    height,
  };
  const routed = { points, angles: wide.routed.angles };
  const links = graph.links.flatMap(link => placedLink(link, tags.get(link.id) ?? null, routed));
  return {
    ...(graph.compact === true ? { compact: true } : {}),
    width,
    height,
    lanes: placement.lanes,
    vertices,
    edges: placedEdges(graph.edges, routed, obstaclesIn(placement, tags)),
    links,
    tags: new Map(links.flatMap(({ link, tag }) => (tag === null ? [] : link.saves.map(id => [id, tag] as const)))),
    storages: outlineStorages(graph, placement),
    names: [],
    groups: graph.groups,
    handles: handlesOver(graph, placement),
    ...(graph.frames === undefined ? {} : { frames: framesIn(graph.frames, placement, lineOf) }),
    standsFor: id => graph.foldedInto.get(id) ?? id,
  };
}

function obstaclesIn({ vertices, lanes }: Placement, tags: ReadonlyMap<string, Rect>): readonly Rect[] {
  const names = lanes.map(({ y }) => ({ ...LANE_NAME, y: y + LANE_NAME.y }));
  return [...[...vertices.values()].flatMap(obstaclesAt), ...tags.values(), ...names];
}

type Drawn = Pick<Routed, "points" | "angles">;

function placedEdges(edges: readonly GraphEdge[], { points, angles }: Drawn, obstacles: readonly Rect[]): readonly PlacedEdge[] {
  const counted = new Map(edges.flatMap(({ id, count = 1 }) => (count > 1 ? [[id, `${count}`] as const] : [])));
  const counts = placeCounts(counted, points, obstacles);
  return edges.flatMap(edge => {
    const way = points.get(edge.id);
    const tip = way?.at(-1);
    if (way === undefined || tip === undefined) return [];
    return [{ edge, path: rounded(way), tip, angle: angles.get(edge.id) ?? 0, countAt: counts.get(edge.id) ?? null }];
  });
}

function placedLink(link: GraphLink, tag: Rect | null, { points, angles }: Drawn): readonly PlacedLink[] {
  const upper = points.get(tag === null ? link.id : `${link.id} upper`);
  const lower = tag === null ? upper : points.get(`${link.id} lower`);
  const [from, to] = [upper?.[0], lower?.at(-1)];
  if (upper === undefined || lower === undefined || from === undefined || to === undefined) return [];
  const path = tag === null ? rounded(upper) : `${rounded(upper)}${rounded(lower).replace(/^M/, "L")}`;
  const angle = angles.get(tag === null ? link.id : `${link.id} lower`) ?? 90;
  if (link.kind === "result") return [{ link, path, from, to, tip: from, angle: awayFrom(upper), tag }];
  return [{ link, path, from, to, tip: to, angle, tag }];
}

/** A result is drawn from its end to its start: its head points into the box that it starts at. */
function awayFrom([start, next]: readonly Point[]): number {
  if (start === undefined || next === undefined || start.x === next.x) return 270;
  return start.x < next.x ? 180 : 0;
}

/** Handles are beside one another at the top of the room of their thing, over its badge and what is stacked on it: the outermost first. */
function handlesOver({ handles }: Graph, { vertices }: Placement): PlacedHandle[] {
  const next = new Map<string, number>();
  const widthOf = (carrier: string) => handles.reduce((sum, handle) => sum + (handle.carrier === carrier ? handle.width + 4 : 0), -4);
  return handles
    .toSorted((a, b) => a.group.depth - b.group.depth)
    .flatMap(handle => {
      const carrier = vertices.get(handle.carrier);
      if (carrier === undefined) return [];
      const { width, height } = handle;
      const x = next.get(handle.carrier) ?? carrier.x - widthOf(handle.carrier) / 2;
      next.set(handle.carrier, x + width + 4);
      return [{ handle, x, y: roomOf(carrier).y, width, height }];
    });
}
