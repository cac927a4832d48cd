import { describe, expect, it } from "vitest";
import { openAll } from "../../src/fold/folding";
import { boxOf, overlap, type Rect, roomOf, type Scene } from "../../src/layout/scene";
import { pictureAt } from "../../src/picture/picture-at";
import { goldenNames } from "../support/golden";
import { filmOf, refolded, word } from "../support/scenes";

function collisions(rects: readonly { readonly id: string; readonly rect: Rect }[]): string[] {
  const found: string[] = [];
  rects.forEach((a, position) => {
    for (const b of rects.slice(position + 1)) if (overlap(shrink(a.rect), shrink(b.rect))) found.push(`${a.id} × ${b.id}`);
  });
  return found;
}

/** Touching is no overlap, nor is a tenth of a pixel of rounding. */
function shrink({ x, y, width, height }: Rect): Rect {
  return { x: x + 0.1, y: y + 0.1, width: width - 0.2, height: height - 0.2 };
}

function rooms(scene: Scene) {
  return [...scene.vertices.values()].map(placed => ({ id: placed.vertex.id, rect: roomOf(placed) }));
}

function tags(scene: Scene) {
  return scene.links.flatMap(({ link, tag }) => (tag === null ? [] : [{ id: link.id, rect: tag }]));
}

describe.each(goldenNames())("layout of %s", name => {
  const film = filmOf(name);
  const scenes = [film.scene, refolded(film, new Set()).scene, refolded(film, openAll(film.tree)).scene];

  it("overlaps no two boxes, with all that is docked on them", () => {
    for (const scene of scenes) expect(collisions(rooms(scene))).toEqual([]);
  });

  it("overlaps no tag with another or with a box", () => {
    for (const scene of scenes) {
      const boxes = [...scene.vertices.values()].map(placed => ({ id: placed.vertex.id, rect: boxOf(placed) }));
      expect(collisions([...tags(scene), ...boxes])).toEqual([]);
    }
  });

  it("keeps every vertex inside its lane", () => {
    for (const scene of scenes) {
      for (const placed of scene.vertices.values()) {
        const lane = scene.lanes.find(candidate => candidate.name === placed.vertex.lane);
        const room = roomOf(placed);
        expect(lane !== undefined && room.x >= lane.x && room.x + room.width <= lane.x + lane.width).toBe(true);
        expect(lane !== undefined && room.y >= lane.y && room.y + room.height <= lane.y + lane.height).toBe(true);
      }
    }
  });

  it("draws every card, op and node, or the group that it is in", () => {
    const { index, scene } = film;
    const ids = [...index.visible.cards, ...[...index.visible.pills].map(event => `e${event}`), ...index.nodes.keys()];
    expect(ids.filter(id => !scene.vertices.has(scene.standsFor(id)))).toEqual([]);
  });

  it("draws a link for every saved tensor whose both ends are on stage", () => {
    const { index, scene } = film;
    const drawn = new Set(scene.links.map(link => link.link.id));
    const missing = index.run.saved.filter(saved => {
      const end = index.visible.shownAs(saved.tensor);
      const folded = [end, saved.node].some(id => id !== null && scene.standsFor(id) !== id);
      const maker = index.visible.makers.get(saved.tensor);
      const inside = maker !== undefined && scene.standsFor(`e${maker.index}`) !== `e${maker.index}`;
      return end !== null && saved.node !== null && !folded && !inside && !drawn.has(saved.id);
    });
    expect(missing.map(saved => saved.id)).toEqual([]);
  });

  it("keeps parallel edges apart", () => {
    const paths = film.scene.edges.map(({ path, edge }) => `${edge.from} ${edge.to} ${path}`);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("puts forward edges to the right, except those of edits", () => {
    const x = (id: string) => film.scene.vertices.get(id)?.x ?? 0;
    for (const { edge } of film.scene.edges) if (edge.kind !== "next" && edge.ranked) expect(x(edge.to)).toBeGreaterThan(x(edge.from));
  });
});

describe.each(goldenNames())("pictures of %s", name => {
  const { index, scene } = filmOf(name);
  const at = (step: number) => pictureAt(index, scene, step, null, word);

  it("do not move anything from step to step", () => {
    const places = (step: number) =>
      at(step).things.map(thing => [thing.id, thing.x, Math.round(thing.kind === "tag" ? thing.y + thing.height / 2 : thing.y)]);
    const first = places(0);
    for (const { position } of index.steps) expect(places(position)).toEqual(first);
  });

  it("are the same on the way back", () => {
    const forwards = index.steps.map(({ position }) => at(position));
    const backwards = index.steps.toReversed().map(({ position }) => at(position));
    expect(backwards.toReversed()).toEqual(forwards);
  });

  it("reveal everything by the end", () => {
    const last = at(index.steps.length - 1);
    const hidden = last.things.filter(thing => thing.hidden && thing.kind !== "node").map(thing => thing.id);
    expect(hidden).toEqual([]);
  });

  it("have a label for a screen reader for every thing", () => {
    for (const thing of at(index.steps.length - 1).things) expect(thing.label).toMatch(/\S/);
  });
});
