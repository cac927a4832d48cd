/** Stories in the frame of an article: both lanes in columns of their own widths. */
import { describe, expect, it } from "vitest";
import { layOut } from "../../src/layout/layout";
import { layOutInOwnColumns } from "../../src/layout/own-columns";
import { boxOf, overlap, type PlacedEdge, type Point, type Scene } from "../../src/layout/scene";
import { frameWindow } from "../../src/stage/frame";
import { prepareFilm } from "../../src/stage/staged-film";
import { storyView } from "../../src/stage/story-tools";
import { storyIndex, storyKinds } from "../support/golden";
import { word } from "../support/scenes";

const WINDOW = frameWindow(718);

function overlaps({ vertices, links }: Scene): string[] {
  const boxes = [
    ...[...vertices].map(([id, placed]) => [id, boxOf(placed)] as const),
    ...links.flatMap(({ link, tag }) => (tag ? [[link.id, tag] as const] : [])),
  ];
  return boxes.flatMap(([id, box], at) => boxes.slice(at + 1).flatMap(([other, rect]) => (overlap(box, rect) ? [`${id} × ${other}`] : [])));
}

/** Chips and boxes of gradients, as they are docked on their things. */
function docked({ vertices }: Scene): string[] {
  const wings = [...vertices.values()].flatMap(({ vertex, x, y }) => {
    const left = { x: x - vertex.reach / 2, width: vertex.reach };
    const over = vertex.above > 0 ? [{ ...left, y: y - vertex.height / 2 - vertex.above, height: vertex.above }] : [];
    const under = vertex.kind === "accumulate" ? [{ ...left, y: y + vertex.height / 2, height: vertex.below }] : [];
    return [...over, ...under].map(rect => [vertex.id, rect] as const);
  });
  return wings.flatMap(([id, rect], at) =>
    wings.slice(at + 1).flatMap(([other, next]) => (id !== other && overlap(rect, next) ? [`${id} × ${other}`] : [])),
  );
}

describe.each(storyKinds())("the story of %s", kind => {
  const index = storyIndex(kind);
  const { shown } = prepareFilm(index, WINDOW, word, storyView(index));
  const [wide, own] = [layOut(shown, WINDOW), layOutInOwnColumns(shown, WINDOW)];

  it("is no wider than with columns that both lanes share, and shows the same things", () => {
    expect(own.width).toBeLessThanOrEqual(Math.max(WINDOW.width, wide.width));
    expect([...own.vertices.keys()].sort()).toEqual([...wide.vertices.keys()].sort());
    expect(own.links.map(({ link }) => link.id)).toEqual(wide.links.map(({ link }) => link.id));
    expect(own.compact).toBe(wide.compact);
  });

  it("overlaps no two things, tags or docked boxes", () => {
    expect([...overlaps(own), ...docked(own)]).toEqual([]);
  });

  it("keeps the order of a lane's columns and every thing inside its lane", () => {
    for (const lane of own.lanes) {
      const placed = [...own.vertices.values()].filter(({ vertex }) => vertex.lane === lane.name);
      const byColumn = placed.toSorted((a, b) => a.column - b.column);
      expect(byColumn.map(({ x }) => x)).toEqual(byColumn.map(({ x }) => x).toSorted((a, b) => a - b));
      for (const { vertex, x, y } of placed) {
        expect(x - vertex.reach / 2).toBeGreaterThanOrEqual(lane.x);
        expect(x + vertex.reach / 2).toBeLessThanOrEqual(lane.x + lane.width);
        expect(y - vertex.height / 2 - vertex.above).toBeGreaterThanOrEqual(lane.y);
      }
    }
  });
});

it("says in a pill how many ops it stands for, and where they are only where there is room", () => {
  const stories = storyKinds().map(kind => {
    const index = storyIndex(kind);
    return prepareFilm(index, WINDOW, word, storyView(index)).shown;
  });
  const labels = (width: number) =>
    stories.flatMap(shown => [...layOutInOwnColumns(shown, { width, height: 200 }).groups.values()].map(({ group }) => group.label));
  const placed = labels(2000).filter(label => label.includes(" · "));
  expect(placed.length).toBeGreaterThan(0);
  expect(labels(200).filter(label => placed.includes(label))).toEqual([]);
});

/** Points along a path of lines and cubic curves. */
function pointsOf(path: string): Point[] {
  const points: Point[] = [];
  for (const [, command, given] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const numbers = (given?.match(/-?[\d.]+/g) ?? []).map(Number);
    const ends = Array.from({ length: numbers.length / 2 }, (_, at) => ({ x: numbers[2 * at] ?? 0, y: numbers[2 * at + 1] ?? 0 }));
    const from = points.at(-1) ?? (ends[0] as Point);
    const [one, other, to] = command === "C" ? (ends as [Point, Point, Point]) : ([from, ends[0], ends[0]] as [Point, Point, Point]);
    const between = (axis: keyof Point, t: number) =>
      (1 - t) ** 3 * from[axis] + 3 * (1 - t) ** 2 * t * one[axis] + 3 * (1 - t) * t * t * other[axis] + t ** 3 * to[axis];
    for (let part = 1; part <= 40; part++) points.push({ x: between("x", part / 40), y: between("y", part / 40) });
  }
  return points;
}

it.each(storyKinds())("no edge from column to column of the story of %s runs through a gradient", kind => {
  const index = storyIndex(kind);
  const { shown } = prepareFilm(index, WINDOW, word, storyView(index));
  for (const width of [640, WINDOW.width]) {
    const { vertices, edges } = layOutInOwnColumns(shown, { width, height: WINDOW.height });
    const gradients = [...vertices.values()].filter(({ vertex }) => vertex.kind === "accumulate" && vertex.below > 0);
    for (const { vertex, x, y } of gradients) {
      const [left, top] = [x - vertex.reach / 2 + 1, y + vertex.height / 2 + 5];
      const isIn = (point: Point) =>
        point.x > left && point.x < left + vertex.reach - 2 && point.y > top && point.y < top + vertex.below - 6;
      const changesColumn = ({ edge }: PlacedEdge) => vertices.get(edge.from)?.column !== vertices.get(edge.to)?.column;
      const next = edges.filter(placed => placed.edge.kind === "next" && changesColumn(placed));
      const through = next.filter(({ path }) => pointsOf(path).some(isIn)).map(({ edge }) => edge.id);
      expect({ width, gradient: vertex.id, through }).toEqual({ width, gradient: vertex.id, through: [] });
    }
  }
});
