import { expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build";
import type { Run } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { goldenRun } from "../support/golden";
import { word } from "../support/scenes";

const resultsIn = (run: Run) => buildGraph(buildIndex(run), word).links.filter(({ kind }) => kind === "result");

it("a gradient that grad() gave back is linked to the node at which it arrived", () => {
  const run = goldenRun("twice/gradient-penalty");
  expect(resultsIn(run).map(({ from, to }) => [run.tensors.find(({ id }) => id === from)?.names[0], to])).toEqual([["slope", "n1"]]);
});

it("equal numbers make no link: only what the trace says does", () => {
  const run = goldenRun("twice/gradient-penalty");
  const events = run.events.map(event => (event.kind === "backward_end" ? { ...event, results: [] } : event));
  expect(resultsIn({ ...run, events })).toEqual([]);
});
