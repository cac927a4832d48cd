/** The overview of a film with more in it than any program makes: the smallest one, found without trying others. */
import { expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build";
import { overviewOf } from "../../src/stage/overview-tools";
import { makeFilm } from "../../src/trace/film";
import { goldenNames, goldenRun } from "../support/golden";
import { word } from "../support/scenes";

const WINDOW = { width: 665, height: 639 };
const MANY_EDGES = 60_000;

const opening = goldenNames()
  .map(name => makeFilm(goldenRun(name)).index)
  .map(index => ({ index, graph: buildGraph(index, word) }))
  .find(({ index, graph }) => overviewOf(index).open({ graph, windowSize: WINDOW }, word).size > 0);

it("opens no group where each look at the graph takes long, and some where it does not", () => {
  expect(opening).toBeDefined();
  if (opening === undefined) return;
  const { index, graph } = opening;
  const edges = Array.from({ length: MANY_EDGES }, (_, at) => ({ ...graph.edges[at % graph.edges.length], id: `e${at}` }));
  const large = { ...graph, edges } as typeof graph;
  expect(overviewOf(index).open({ graph: large, windowSize: WINDOW }, word).size).toBe(0);
});
