// @vitest-environment jsdom
/** A tab shows one film after another: the drawing of the second does not depend on the first. */
import { select } from "d3-selection";
import { describe, expect, it } from "vitest";
import { drawLanes, isOneWay } from "../../src/draw/lanes";
import { drawPicture, type Layers, layersOf } from "../../src/draw/layers";
import { drawOutlines } from "../../src/draw/outlines";
import { openAll } from "../../src/fold/folding";
import type { Scene } from "../../src/layout/scene";
import type { Picture } from "../../src/picture/picture";
import { pictureAt } from "../../src/picture/picture-at";
import { makeFilm } from "../../src/trace/film";
import { goldenNames, goldenRun } from "../support/golden";
import { filmOf, refolded, word } from "../support/scenes";

const examples = [
  "stale/edit-after-save",
  "stale/two-stale-saves",
  "leaves/retain-grad",
  "leaves/tensor-hook",
  "leaf-edits/add-to-a-leaf",
  "views/edit-a-view",
  "names/name-that-moves",
  "cuts/argmax-has-no-slope",
  "hidden/step-between-backwards",
  "hidden/rnn-stack",
  "whole/mlp",
  "whole/transformer-layer",
];

interface Shot {
  readonly name: string;
  readonly scene: Scene;
  readonly pictures: readonly Picture[];
}

/** The film opened, all of it unfolded, at its key step and its last. */
function shotsOf(name: string): readonly Shot[] {
  const film = filmOf(name);
  const { keyPosition } = makeFilm(goldenRun(name));
  return [film.scene, refolded(film, openAll(film.tree)).scene].map((scene, unfolded) => ({
    name: `${name}${unfolded ? ", unfolded" : ""}`,
    scene,
    pictures: [keyPosition, film.index.steps.length - 1].map(step => pictureAt(film.index, scene, step, null, word)),
  }));
}

function canvas(): Layers {
  return layersOf(select(document.createElementNS("http://www.w3.org/2000/svg", "svg")).append("g"));
}

function drawn(layers: Layers, { scene, pictures }: Shot): readonly string[] {
  drawLanes(layers.lanes, scene.lanes, { forward: "forward", backward: "backward" }, isOneWay(scene) ? "nothing" : null);
  drawOutlines(layers.lanes, scene);
  return pictures.map(picture => {
    drawPicture(layers, picture);
    return (layers.things.node()?.parentElement as Element).innerHTML;
  });
}

describe("a film drawn after another one", { timeout: 120_000 }, () => {
  const shots = examples.flatMap(shotsOf);
  const fresh = new Map(shots.map(shot => [shot, drawn(canvas(), shot)]));

  it.each(shots)("$name looks as on a fresh page", second => {
    const layers = canvas();
    const different = shots.filter(first => {
      drawn(layers, first);
      return drawn(layers, second).some((svg, at) => svg !== fresh.get(second)?.[at]);
    });
    expect(different.map(first => first.name)).toEqual([]);
  });
});

it.each(goldenNames())("the steps of %s keep every mark that they find", name => {
  const { index, scene } = filmOf(name);
  const layers = canvas();
  drawPicture(layers, pictureAt(index, scene, 0, null, word));
  const inside = () => [...(layers.things.node()?.querySelectorAll(".thing > :first-child") ?? [])];
  const before = inside();
  for (const { position } of index.steps) drawPicture(layers, pictureAt(index, scene, position, null, word));
  expect(inside().every((mark, at) => mark === before[at])).toBe(true);
});
