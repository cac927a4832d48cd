import { describe, expect, it } from "vitest";
import { openAll } from "../../src/fold/folding";
import { layOut } from "../../src/layout/layout";
import { overlap, roomOf } from "../../src/layout/scene";
import { tidyOf } from "../../src/layout/tidy";
import { prepareFilm, refoldFilm } from "../../src/stage/staged-film";
import { buildIndex } from "../../src/trace/index";
import { goldenNames } from "../support/golden";
import { loop } from "../support/loop";
import { filmOf, word } from "../support/scenes";

describe.each(goldenNames())("a tidy layout of %s", name => {
  const film = filmOf(name);
  const { shown, windowSize } = refoldFilm(film, film.open, word);
  const scene = layOut(shown, windowSize, tidyOf(shown));

  it("overlaps no two boxes", () => {
    const rooms = [...scene.vertices.values()].map(placed => ({ id: placed.vertex.id, rect: roomOf(placed) }));
    const found = rooms.flatMap((a, at) =>
      rooms
        .slice(at + 1)
        .filter(b => overlap(a.rect, b.rect))
        .map(b => `${a.id} × ${b.id}`),
    );
    expect(found).toEqual([]);
  });

  it("shows what the usual one shows, forward edges to the right", () => {
    expect([...scene.vertices.keys()]).toEqual([...film.scene.vertices.keys()]);
    const x = (id: string) => scene.vertices.get(id)?.x ?? 0;
    for (const { edge } of scene.edges) if (edge.kind !== "next" && edge.ranked) expect(x(edge.to)).toBeGreaterThan(x(edge.from));
  });

  it("is the same each time", () => {
    expect(tidyOf(shown)).toEqual(tidyOf(shown));
  });
});

it("is not tried for more than 300 things", () => {
  const index = buildIndex(loop(300));
  const draft = prepareFilm(index, { width: 712, height: 690 }, word);
  expect(tidyOf(draft.shown)).not.toBeNull();
  const open = { ...draft, scene: layOut(draft.shown, draft.windowSize) };
  expect(tidyOf(refoldFilm(open, openAll(draft.tree), word).shown)).toBeNull();
});
