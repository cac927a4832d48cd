/** Lines of overviews and wide stories run around all boxes, and the pictures fit their window at a size that can be read. */
import { describe, expect, it } from "vitest";
import { boxOf, type PlacedVertex, type Rect, type Scene } from "../../src/layout/scene";
import { anyView, tools } from "../../src/stage/all-tools";
import { type StagedFilm, stageFilm } from "../../src/stage/staged-film";
import { buildIndex } from "../../src/trace/index";
import { MAX_THINGS, thingsIn } from "../../src/trace/show";
import { goldenIndex, goldenNames } from "../support/golden";
import { loop } from "../support/loop";
import { word } from "../support/scenes";

const DESKTOP = { width: 666, height: 639 };
const PHONE = { width: 362, height: 422 };
const films = goldenNames()
  .map(name => ({ name, index: goldenIndex(name) }))
  .filter(({ index }) => thingsIn(index) > MAX_THINGS);
const shows = films.flatMap(({ name, index }) => [
  { name, index, show: "overview" as const },
  ...(anyView(index).story === null ? [] : [{ name, index, show: "story" as const }]),
]);

function staged({ index, show }: (typeof shows)[number], window: typeof DESKTOP): StagedFilm {
  return stageFilm(index, window, word, show === "story" ? anyView(index) : { story: null, show, tools });
}

/** Corners of a path of level and upright pieces; a rounded corner counts as its two ends. */
function cornersOf(path: string): readonly (readonly [number, number])[] {
  return [...path.matchAll(/(?:[ML]|Q\S+ \S+ )(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
}

/** Boxes that a path runs through, those at its ends aside. */
function crossed(path: string, own: readonly string[], { vertices }: Scene): readonly string[] {
  const corners = cornersOf(path);
  const meets = (rect: Rect) =>
    corners.slice(1).some(([x, y], at) => {
      const [beforeX, beforeY] = corners[at] ?? [x, y];
      const [left, right, top, bottom] = [Math.min(x, beforeX), Math.max(x, beforeX), Math.min(y, beforeY), Math.max(y, beforeY)];
      return right > rect.x + 2 && left < rect.x + rect.width - 2 && bottom > rect.y + 2 && top < rect.y + rect.height - 2;
    });
  const others = [...vertices.values()].filter(({ vertex }: PlacedVertex) => !own.includes(vertex.id));
  return others.filter(placed => meets(boxOf(placed))).map(({ vertex }) => vertex.id);
}

describe.each(shows.filter(({ show }) => show === "overview"))("the overview of $name", film => {
  it.each([DESKTOP, PHONE])("fits a window of $width at a size that can be read", window => {
    const { width, height } = staged(film, window).scene;
    const least = window === PHONE ? 0.8 : 1;
    expect(window.width / width).toBeGreaterThanOrEqual(least - 0.01);
    expect((window.height + 36) / height).toBeGreaterThanOrEqual(least - 0.01);
  });

  it("draws every edge and every link, none through another box", () => {
    const { scene } = staged(film, DESKTOP);
    for (const { path, edge } of scene.edges) expect(crossed(path, [edge.from, edge.to], scene), edge.id).toEqual([]);
    for (const { path, link } of scene.links) expect(crossed(path, [link.from, link.to], scene), link.id).toEqual([]);
  });
});

describe.each(shows.filter(({ show }) => show === "story"))("the story of $name", film => {
  it.each([DESKTOP, PHONE])("is no wider than a window of $width at a size that can be read", window => {
    const { width } = staged(film, window).scene;
    expect(window.width / width).toBeGreaterThanOrEqual(window === PHONE ? 0.79 : 0.99);
  });

  it("keeps what was saved, by which node, and the edit on a phone", () => {
    const { scene, story } = staged(film, PHONE);
    for (const id of [...(story?.kept ?? [])].slice(0, 4)) expect(scene.vertices.has(id), id).toBe(true);
  });
});

it("draws a loop of many rounds with an edit in one of them around its boxes", () => {
  const index = buildIndex(loop(40, 20));
  for (const show of ["overview", "story"] as const) {
    const { scene } = staged({ name: "", index, show }, PHONE);
    expect(PHONE.width / scene.width).toBeGreaterThanOrEqual(0.79);
  }
});
