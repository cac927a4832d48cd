/** The part of a film seen from far away that keyboard and screen reader reach. */

import { describe, expect, it } from "vitest";
import { openAll } from "../../src/fold/folding";
import type { Scene } from "../../src/layout/scene";
import { accessiblePartsOf, MIN_NEIGHBOURS } from "../../src/ui/stage/accessible-part";
import { goldenNames } from "../support/golden";
import { filmOf, refolded } from "../support/scenes";

const films = goldenNames().map(name => {
  const film = filmOf(name);
  return refolded(film, openAll(film.tree)).scene;
});

/** All films, one after the other: as many things as are ever seen from far away. */
const long: Scene = {
  ...(films[0] as Scene),
  vertices: new Map(
    films.flatMap(({ vertices }, film) =>
      [...vertices].map(([id, placed]) => {
        const vertex = { ...placed.vertex, id: `${film}:${id}`, order: placed.vertex.order + film * 1000 };
        return [vertex.id, { ...placed, vertex }] as const;
      }),
    ),
  ),
};

describe("the part that can be reached", () => {
  it("reaches every vertex when the focus moves to its end again and again", () => {
    expect(long.vertices.size).toBeGreaterThan(3 * MIN_NEIGHBOURS);
    const reach = accessiblePartsOf(long);
    const seen = new Set<string>();
    let event = 0;
    for (let walked = 0; walked < long.vertices.size / MIN_NEIGHBOURS + 2; walked++) {
      const part = [...reach.around(event).vertices.values()];
      for (const { vertex } of part) seen.add(vertex.id);
      event = Math.max(event, ...part.map(({ vertex }) => vertex.order));
    }
    expect([...long.vertices.keys()].filter(id => !seen.has(id))).toEqual([]);
  });

  it("holds the vertex of the event that was asked for, and at most three parts", () => {
    const reach = accessiblePartsOf(long);
    for (const { vertex } of long.vertices.values()) {
      const { vertices } = reach.around(vertex.order);
      const same = [...vertices.values()].filter(other => other.vertex.order === vertex.order);
      expect(same.length).toBeGreaterThan(0);
      expect(vertices.size).toBeLessThanOrEqual(3 * MIN_NEIGHBOURS);
      for (const [id, placed] of vertices) expect(placed).toBe(long.vertices.get(id));
    }
  });

  it("is all of a small film, in the order of execution", () => {
    const small = films.find(scene => scene.vertices.size > 1 && scene.vertices.size <= MIN_NEIGHBOURS);
    const orders = [...(small === undefined ? [] : accessiblePartsOf(small).around(0).vertices.values())].map(({ vertex }) => vertex.order);
    expect(orders).toHaveLength(small?.vertices.size ?? -1);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
  });
});
