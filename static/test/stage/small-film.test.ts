/** A small film in which something is wrong is its own story: nothing is left out, and it is read at the size of one. */
import { describe, expect, it } from "vitest";
import { boxOf, overlap, type Scene } from "../../src/layout/scene";
import { anyView } from "../../src/stage/all-tools";
import { frameWindow } from "../../src/stage/frame";
import { smallFilmView } from "../../src/stage/small-film";
import { stageFilm } from "../../src/stage/staged-film";
import { goldenIndex, goldenNames } from "../support/golden";
import { word } from "../support/scenes";

/** Of a window of 1440 by 900 pixels, and the room in it beside the tools. */
const DESKTOP = { width: 665, height: 673 };
const ROOM = { width: 666, height: 709 };
const WINDOWS = [
  DESKTOP,
  { width: 552, height: 452 },
  ...[440, 471, 494, 520, 540, 580, 610, 640].map(width => ({ width, height: 690 })),
  { width: 362, height: 491 },
  ...[758, 600, 390].map(width => frameWindow(width)),
];

const films = goldenNames()
  .map(name => ({ name, index: goldenIndex(name) }))
  .filter(({ index }) => smallFilmView(index) !== null);

function overlaps({ vertices, links }: Scene): string[] {
  const boxes = [
    ...[...vertices].map(([id, placed]) => [id, boxOf(placed)] as const),
    ...links.flatMap(({ link, tag }) => (tag ? [[link.id, tag] as const] : [])),
  ];
  return boxes.flatMap(([id, box], at) => boxes.slice(at + 1).flatMap(([other, rect]) => (overlap(box, rect) ? [`${id} × ${other}`] : [])));
}

describe.each(films)("the small film $name", ({ index }) => {
  it("is whole in every window, with no two things over each other", () => {
    const plain = stageFilm(index, DESKTOP, word).scene;
    const all = [...plain.vertices.keys()].sort();
    for (const window of WINDOWS) {
      const { scene, show } = stageFilm(index, window, word, anyView(index));
      expect(show).toBe("all");
      expect([...scene.vertices.keys()].sort()).toEqual(all);
      expect(scene.links.map(({ link }) => link.id).sort()).toEqual(plain.links.map(({ link }) => link.id).sort());
      expect(overlaps(scene)).toEqual([]);
    }
  });

  it("is in view as a whole at nine tenths of its size or more on a desktop", () => {
    const { width, height } = stageFilm(index, DESKTOP, word, anyView(index)).scene;
    expect(Math.min(1, ROOM.width / width, ROOM.height / height)).toBeGreaterThanOrEqual(0.9);
  });
});

it("the first example is in view as a whole at its full size on a desktop", () => {
  const index = goldenIndex("stale/edit-after-save");
  const { width, height } = stageFilm(index, DESKTOP, word, anyView(index)).scene;
  expect([width <= ROOM.width, height <= ROOM.height]).toEqual([true, true]);
});

it("the arrow of a name that moves is drawn in columns of each lane's own", () => {
  const index = goldenIndex("names/name-that-moves");
  expect(stageFilm(index, DESKTOP, word, anyView(index)).scene.names.length).toBe(1);
});

it("a film in which nothing is wrong has no view of its own", () => {
  expect(smallFilmView(goldenIndex("stale/edit-a-clone"))).toBeNull();
});
