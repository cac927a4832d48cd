import { describe, expect, it } from "vitest";
import type { Scene } from "../../src/layout/scene";
import { stageFilm } from "../../src/stage/staged-film";
import { storyView } from "../../src/stage/story-tools";
import { storyIndex } from "../support/golden";
import { word } from "../support/scenes";

const [DESKTOP, PHONE] = [
  { width: 642, height: 600 },
  { width: 362, height: 460 },
] as const;

function story(kind: string, window: { readonly width: number; readonly height: number }): Scene {
  const index = storyIndex(kind);
  return stageFilm(index, window, word, storyView(index)).scene;
}

/** Edges of a lane that lead against its direction: forward is to the right, backward to the left. */
function turnedBack({ edges, vertices }: Scene): readonly string[] {
  return edges.flatMap(({ edge: { from, to, kind, ranked } }) => {
    const [start, end] = [vertices.get(from)?.x ?? 0, vertices.get(to)?.x ?? 0];
    const isBack = kind === "next" ? end > start + 1 : ranked && start > end + 1;
    return isBack ? [`${from} ${to}`] : [];
  });
}

describe("a story that fits its window in one line", () => {
  it.each([
    ["non_leaf_grad", DESKTOP],
    ["silent_overwrite", DESKTOP],
    ["inference_edit", PHONE],
    ["multi_view_in_place", PHONE],
    ["silent_overwrite", PHONE],
  ] as const)("is straight, forward to the right and backward to the left: %s %j", (kind, window) => {
    const scene = story(kind, window);
    expect(turnedBack(scene)).toEqual([]);
    const zoom = window.width < 480 ? 0.8 : 1;
    expect(scene.width * zoom).toBeLessThanOrEqual(window.width + 1);
  });
});
