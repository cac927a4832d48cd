/** Stories in the frame of an article: the whole of one can be read at the height that is published. */
import { describe, expect, it } from "vitest";
import { frameHeight, frameWindow, stageHeight } from "../../src/stage/frame";
import { stageFilm } from "../../src/stage/staged-film";
import { storyView } from "../../src/stage/story-tools";
import { buildIndex } from "../../src/trace/index";
import { storyKinds, storyRun } from "../support/golden";
import { word } from "../support/scenes";

const MARGIN = 28;
/** Routed, lines may need a little more room than was estimated. */
const MAX_HEIGHT = 800;

const stories = storyKinds()
  .map(kind => ({ kind, index: buildIndex(storyRun(kind)) }))
  .filter(({ index }) => storyView(index).story !== null);

describe.each(stories)("the story of $kind", ({ index }) => {
  const view = storyView(index);

  it.each([
    { width: 760, zoom: 1 },
    { width: 720, zoom: 1 },
    { width: 390, zoom: 0.8 },
    { width: 320, zoom: 0.8 },
  ])("is whole and can be read in a frame of $width pixels", ({ width, zoom }) => {
    const stage = width - 2;
    const { scene } = stageFilm(index, frameWindow(stage), word, view);
    const height = frameHeight(index, "graph", width, word, view);
    const whole = Math.min((stage - MARGIN) / scene.width, (stageHeight(scene, stage) - MARGIN) / scene.height);
    expect(whole).toBeGreaterThan(zoom - 0.02);
    expect(height).toBeLessThanOrEqual(MAX_HEIGHT);
  });

  it("shows what explains the failure at every width", () => {
    for (const width of [760, 390, 320]) {
      const { scene } = stageFilm(index, frameWindow(width - 2), word, view);
      for (const id of [...(view.story?.kept ?? [])].slice(0, 6)) expect(scene.vertices.has(id)).toBe(true);
    }
  });
});
