import { describe, expect, it } from "vitest";
import { openAll } from "../../src/fold/folding";
import { layOut } from "../../src/layout/layout";
import { answerOf, packed, unpacked } from "../../src/layout/parcel";
import type { Scene } from "../../src/layout/scene";
import { draftOf, redraft } from "../../src/stage/staged-film";
import { buildIndex } from "../../src/trace/index";
import { goldenNames } from "../support/golden";
import { loop } from "../support/loop";
import { filmOf, word } from "../support/scenes";

function plain({ standsFor, ...scene }: Scene): Omit<Scene, "standsFor"> {
  return scene;
}

describe.each(goldenNames())("a layout of %s that has travelled to a worker and back", name => {
  const film = filmOf(name);

  it.each([
    ["as it opens", film.open],
    ["folded", new Set<string>()],
    ["unfolded", openAll(film.tree)],
  ])("is the same as one that has not, %s", (_, open) => {
    const { shown, fill } = redraft(film, open, word);
    const answer = structuredClone(answerOf(structuredClone(packed(shown)), fill));
    const scene = unpacked(answer, shown);
    expect(plain(scene)).toEqual(plain(layOut(shown, fill)));
    for (const { id } of film.graph.vertices) expect(scene.standsFor(id)).toBe(shown.reps.get(id) ?? id);
  });
});

it("sends nothing of what stands inside closed groups", () => {
  const { shown } = draftOf(buildIndex(loop(300)), { width: 712, height: 690 }, word);
  expect(JSON.stringify(packed(shown)).length).toBeLessThan(20_000);
});
