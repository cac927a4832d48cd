/** No edge runs through a text below a box: the name and value of a gradient, or the line of an op. */
import { describe, expect, it } from "vitest";
import { gradBox, pill } from "../../src/graph/sizes";
import type { PlacedVertex, Rect, Scene } from "../../src/layout/scene";
import { anyView } from "../../src/stage/all-tools";
import { frameWindow } from "../../src/stage/frame";
import { stageFilm } from "../../src/stage/staged-film";
import type { TraceIndex } from "../../src/trace/index";
import { goldenIndex, goldenNames, storyIndex, storyKinds } from "../support/golden";
import { sample } from "../support/long";
import { pointsAlong } from "../support/paths";
import { word } from "../support/scenes";

const WINDOWS = [{ width: 665, height: 673 }, { width: 552, height: 452 }, { width: 362, height: 491 }, frameWindow(758), frameWindow(390)];
/** So much of a box, or above and below letters, is empty. */
const EDGE_PX = 3;

/** Where the text below a box is; null where there is none. */
function textBelow({ vertex, x, y }: PlacedVertex): Rect | null {
  const top = y + vertex.height / 2;
  if (vertex.kind === "op" && vertex.caption) {
    return { x: x - vertex.caption / 2 + 1, y: top + EDGE_PX, width: vertex.caption - 2, height: pill.caption - 2 * EDGE_PX };
  }
  if (vertex.kind !== "accumulate" || vertex.below <= gradBox.gap) return null;
  const height = vertex.below - gradBox.gap - 2 * EDGE_PX;
  const width = vertex.reach - 4 * EDGE_PX;
  return { x: x - width / 2, y: top + gradBox.gap + EDGE_PX, width, height };
}

function crossed({ vertices, edges }: Scene): string[] {
  const drawn = edges.map(({ edge, path }) => ({ edge, points: pointsAlong(path) }));
  return [...vertices].flatMap(([id, placed]) => {
    const text = textBelow(placed);
    if (text === null) return [];
    const over = drawn.filter(({ points }) =>
      points.some(({ x, y }) => x > text.x && x < text.x + text.width && y > text.y && y < text.y + text.height),
    );
    return over.map(({ edge }) => `${edge.id} over the text below ${id}`);
  });
}

const isFailing = ({ run }: TraceIndex) => run.diagnoses.some(({ severity }) => severity !== "note");
const films = [
  ...goldenNames().map(name => [name, goldenIndex(name)] as const),
  ...storyKinds().map(kind => [`a model that has ${kind}`, storyIndex(kind)] as const),
]
  .filter(([, index]) => isFailing(index))
  .map(([name, index], at) => [name, index, sample(WINDOWS, at)] as const);

describe.each(films)("what explains the error of %s", (_, index, windows) => {
  it("is drawn in every window with no edge over a text", () => {
    const found = windows.flatMap(window =>
      crossed(stageFilm(index, window, word, anyView(index)).scene).map(each => `${window.width} px: ${each}`),
    );
    expect(found).toEqual([]);
  });
});
