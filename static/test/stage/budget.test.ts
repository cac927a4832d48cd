/** What laying out may cost: films that are built to be dear are shown as their overview, found in few looks. */
import { expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build";
import { nextEdges } from "../../src/graph/edges";
import { partsOf } from "../../src/graph/graph";
import { clearX } from "../../src/layout/obstacles";
import { anyView } from "../../src/stage/all-tools";
import { stageFilm } from "../../src/stage/staged-film";
import type { Run } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { MAX_LAID_OUT_PARTS } from "../../src/trace/show";
import { goldenRun } from "../support/golden";
import { word } from "../support/scenes";

const WINDOW = { width: 665, height: 639 };
const MAX_OVERVIEW = 40;
const honest = goldenRun("cuts/item-drops-a-factor");

/** Nodes that no op made, each with so many edges to itself. */
function withNodes(count: number, edges: number): Run {
  const node = { ...honest.nodes[0], op: null, event: honest.events.findIndex(({ kind }) => kind !== "op") } as Run["nodes"][number];
  const more = Array.from({ length: count }, (_, at) => {
    const id = `n${100_000 + at}`;
    return { ...node, id, next_functions: Array.from({ length: edges }, () => ({ node: id, output_nr: 0 })) };
  });
  return { ...honest, nodes: [...honest.nodes, ...more] };
}

it.each([
  ["twenty thousand nodes", 20_000, 0],
  ["four hundred thousand edges of a hundred nodes", 100, 4_000],
])("shows the overview of a film of %s where everything is asked for", (_, count, edges) => {
  const index = buildIndex(withNodes(count, edges));
  const film = stageFilm(index, WINDOW, word, anyView(index, "all", null));
  expect(partsOf(film.graph)).toBeGreaterThan(MAX_LAID_OUT_PARTS);
  expect(film.show).toBe("all");
  expect(film.scene.vertices.size).toBeLessThanOrEqual(MAX_OVERVIEW);
  expect(film.scene.vertices.size).toBeGreaterThan(1);
});

it("shows everything of a film with a few thousand nodes", () => {
  const index = buildIndex(withNodes(3_000, 1));
  expect(stageFilm(index, WINDOW, word, anyView(index, "all", null)).scene.vertices.size).toBeGreaterThan(3_000);
});

it("draws no more edges of nodes than a film of a program has", () => {
  const index = buildIndex(withNodes(1, 400_000));
  expect(nextEdges(index)).toHaveLength(100_000);
  expect(buildGraph(buildIndex(honest), word).edges.length).toBe(5);
});

it("looks at few rows for the way of a line where there are thousands, each with a box where the one before sends it", () => {
  let looks = 0;
  const rowAt = (left: number) =>
    new Proxy([[left, left + 11]] as [number, number][], {
      get: (target, name) => {
        if (name === "length") looks++;
        return Reflect.get(target, name);
      },
    });
  const rows = Array.from({ length: 2_000 }, (_, at) => rowAt(10 * at)).reverse();
  clearX(rows, 5, 5);
  expect(looks).toBeLessThanOrEqual(10_000);
});
