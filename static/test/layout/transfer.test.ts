import { describe, expect, it } from "vitest";
import { openAll } from "../../src/fold/folding";
import { layOut } from "../../src/layout/layout";
import type { Scene } from "../../src/layout/scene";
import { layOutPacked, packGraph, unpackScene } from "../../src/layout/transfer";
import { prepareFilm, refoldFilm } from "../../src/stage/staged-film";
import { buildIndex } from "../../src/trace/index";
import { goldenNames } from "../support/golden";
import { loop } from "../support/loop";
import { filmOf, word } from "../support/scenes";

function plain({ standsFor, ...scene }: Scene): Omit<Scene, "standsFor"> {
  return scene;
}

describe.each(goldenNames())("a layout of %s that was sent to a worker and back", name => {
  const film = filmOf(name);

  it.each([
    ["as it opens", film.open],
    ["folded", new Set<string>()],
    ["unfolded", openAll(film.tree)],
  ])("is the same as one that has not, %s", (_, open) => {
    const { shown, windowSize } = refoldFilm(film, open, word);
    const answer = structuredClone(layOutPacked(structuredClone(packGraph(shown)), windowSize));
    const scene = unpackScene(answer, shown);
    expect(plain(scene)).toEqual(plain(layOut(shown, windowSize)));
    for (const { id } of film.graph.vertices) expect(scene.standsFor(id)).toBe(shown.foldedInto.get(id) ?? id);
  });
});

it("sends nothing of the content of closed groups", () => {
  const { shown } = prepareFilm(buildIndex(loop(300)), { width: 712, height: 690 }, word);
  expect(JSON.stringify(packGraph(shown)).length).toBeLessThan(20_000);
});
