/** Stories in the frame of an article: the whole of one can be read at the height that is published. */
import { describe, expect, it } from "vitest";
import type { Scene } from "../../src/layout/scene";
import { frameHeight, frameWindow, stageHeight } from "../../src/stage/frame";
import { framedFilmView, tools as framedTools } from "../../src/stage/framed-film";
import { stageFilm } from "../../src/stage/staged-film";
import { storyView } from "../../src/stage/story-tools";
import { WHOLE } from "../../src/stage/view";
import { goldenIndex, goldenNames, storyIndex, storyKinds } from "../support/golden";
import { sample } from "../support/long";
import { word } from "../support/scenes";

const MARGIN = 28;
/** Routed, lines may need a little more room than was estimated. */
const MAX_HEIGHT = 800;

/** A scene takes longer to make than to look at. */
function once(scenes: Map<number, Scene>, width: number, make: () => Scene): Scene {
  const scene = scenes.get(width) ?? make();
  scenes.set(width, scene);
  return scene;
}

const stories = storyKinds()
  .map(kind => ({ kind, index: storyIndex(kind) }))
  .filter(({ index }) => storyView(index).story !== null)
  .map((story, at) => ({ ...story, at }));

const WIDTHS = [
  { width: 760, zoom: 1 },
  { width: 390, zoom: 0.8 },
  { width: 720, zoom: 1 },
  { width: 320, zoom: 0.8 },
];

describe.each(stories)("the story of $kind", ({ index, at }) => {
  const view = storyView(index);
  const scenes = new Map<number, Scene>();
  const sceneIn = (width: number) => once(scenes, width, () => stageFilm(index, frameWindow(width), word, view).scene);

  it.each(sample(WIDTHS, at))("is whole and can be read in a frame of $width pixels", ({ width, zoom }) => {
    const stage = width - 2;
    const scene = sceneIn(stage);
    const height = frameHeight(index, "graph", width, word, view);
    const whole = Math.min((stage - MARGIN) / scene.width, (stageHeight(scene, stage) - MARGIN) / scene.height);
    expect(whole).toBeGreaterThan(zoom - 0.02);
    expect(height).toBeLessThanOrEqual(MAX_HEIGHT);
  });

  it("shows what explains the failure at every width", () => {
    for (const { width } of sample(WIDTHS, at)) {
      const scene = sceneIn(width - 2);
      for (const id of [...(view.story?.kept ?? [])].slice(0, 6)) expect(scene.vertices.has(id)).toBe(true);
    }
  });
});

const small = goldenNames()
  .map(name => ({ name, index: goldenIndex(name) }))
  .filter(({ index }) => framedFilmView(index) !== null);

describe.each(small)("the small failing film $name in a frame", ({ index }) => {
  const scenes = new Map<number, Scene>();
  const framed = (width: number) =>
    once(scenes, width, () => stageFilm(index, frameWindow(width), word, { ...WHOLE, tools: framedTools }).scene);

  it("is whole and can be read at its full size in an article", () => {
    const [stage, scene] = [758, framed(758)];
    const whole = Math.min((stage - MARGIN) / scene.width, (stageHeight(scene, stage) - MARGIN) / scene.height);
    expect(whole).toBeGreaterThanOrEqual(1);
  });

  it("leaves nothing of its film out", () => {
    const plain = stageFilm(index, frameWindow(758), word).scene;
    for (const width of [758, 600, 388, 318]) {
      const scene = framed(width);
      expect([...scene.vertices.keys()].sort()).toEqual([...plain.vertices.keys()].sort());
      expect(scene.links.map(({ link }) => link.id).sort()).toEqual(plain.links.map(({ link }) => link.id).sort());
    }
  });

  it("has a stage on a phone that shows all of its height at the size at which it is read", () => {
    const scene = framed(388);
    const zoom = Math.max(0.8, Math.min(1, (388 - MARGIN) / scene.width));
    expect(stageHeight(scene, 388)).toBeGreaterThanOrEqual(scene.height * zoom + MARGIN - 1);
  });

  it("gets the height that its stage needs in the frame that is published", () => {
    const rest = 60 + 34 + 54 + 2;
    expect(frameHeight(index, "graph", 760, word, storyView(index))).toBe(Math.ceil(stageHeight(framed(758), 758) + rest));
  });
});

it("a film in which nothing is wrong is drawn in a frame as it always is", () => {
  const index = goldenIndex("stale/edit-a-clone");
  expect(framedFilmView(index)).toBeNull();
  const [framed, plain] = [{ ...WHOLE, tools: framedTools }, WHOLE].map(view => stageFilm(index, frameWindow(758), word, view).scene);
  expect([framed?.width, framed?.height, framed?.compact]).toEqual([plain?.width, plain?.height, plain?.compact]);
});
