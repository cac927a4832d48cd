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
import { sample } from "../support/long";
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

/** Each ordered pair of different numbers below `count` once, as steps of one walk: an Eulerian circuit of the complete directed graph. */
function walk(count: number): readonly number[] {
  const left = Array.from({ length: count }, (_, from) => Array.from({ length: count }, (_, to) => to).filter(to => to !== from));
  const path = [0];
  const circuit: number[] = [];
  while (path.length > 0) {
    const next = left[path.at(-1) as number]?.pop();
    if (next === undefined) circuit.push(path.pop() as number);
    else path.push(next);
  }
  return circuit.reverse();
}

describe("a film drawn after another one", { timeout: 240_000 }, () => {
  const shots = sample(examples).flatMap(shotsOf);
  const fresh = new Map(shots.map(shot => [shot, drawn(canvas(), shot)]));

  it("looks as on a fresh page, whichever film was there before", () => {
    const layers = canvas();
    const order = walk(shots.length);
    expect(order).toHaveLength(shots.length * (shots.length - 1) + 1);
    const different: string[] = [];
    for (const [at, number] of order.entries()) {
      const shot = shots[number] as Shot;
      const same = drawn(layers, shot).every((svg, position) => svg === fresh.get(shot)?.[position]);
      if (!same) different.push(`${shot.name} after ${shots[order[at - 1] ?? number]?.name}`);
    }
    expect(different).toEqual([]);
  });
});

/** What of a thing is there or not; a thing is drawn anew where that changes. */
const PARTS = ["hidden", "leaf", "requiresGrad", "hasCounter", "cut", "hook", "badge"];

it.each(sample(goldenNames()))("the steps of %s keep every mark that has the same parts", name => {
  const { index, scene } = filmOf(name);
  const layers = canvas();
  let before = new Map<string, Element | null>();
  for (const { position } of index.steps) {
    const picture = pictureAt(index, scene, position, null, word);
    drawPicture(layers, picture);
    const marks = layers.things.selectChildren<SVGGElement, unknown>("g").nodes();
    const drawn = new Map<string, Element | null>();
    for (const [at, thing] of picture.things.entries()) {
      const parts = PARTS.map(part => (thing as unknown as Record<string, unknown>)[part]);
      drawn.set(`${thing.id} ${parts}`, marks[at]?.firstElementChild ?? null);
    }
    const anew = [...drawn].filter(([thing, mark]) => before.has(thing) && before.get(thing) !== mark);
    expect(anew.map(([thing]) => thing)).toEqual([]);
    before = drawn;
  }
});
