import { describe, expect, it } from "vitest";
import { outlineOf } from "../../src/fold/outline";
import { overviewTree } from "../../src/fold/overview-tree";
import { groupTree } from "../../src/fold/tree";
import type { Group } from "../../src/graph/graph";
import { anyView } from "../../src/stage/all-tools";
import { openedMore, stageFilm } from "../../src/stage/staged-film";
import type { Run } from "../../src/trace/contract";
import { buildIndex, type TraceIndex } from "../../src/trace/index";
import { goldenIndex } from "../support/golden";
import { loop } from "../support/loop";
import { word } from "../support/scenes";

/** The loop of `loop(outer * inner)` as two: the one inside the other. */
function nestedLoops(outer: number, inner: number): Run {
  const run = loop(outer * inner);
  let made = 0;
  const events = run.events.map(event => {
    if (event.kind !== "op" || event.inputs.length === 0) return event;
    const round = Math.floor(made++ / 2);
    return { ...event, line: 4, rounds: [Math.floor(round / inner) + 1, (round % inner) + 1] };
  });
  const loops = [2, 3].map(line => ({ file: 0, line, last: 4 }));
  return { ...run, events, loops, code: "w\nfor a in x:\n  for b in y:\n    h = (w * h).exp()" } as unknown as Run;
}

function rounds(items: readonly (Group | number)[]): readonly unknown[] {
  return items.flatMap(item => (typeof item === "number" ? [] : [[item.kind, item.label, ...rounds(item.inside)]]));
}

function inOverview(index: TraceIndex) {
  return overviewTree(index, () => 1);
}

describe("the outline of a loop in a loop", () => {
  it.each([groupTree, inOverview])("has the rounds of the one in those of the other, in every view", treeOf => {
    const own = (label: string) => ["iteration", label, ["iteration", "1"], ["iteration", "2"]];
    expect(rounds(treeOf(buildIndex(nestedLoops(2, 2))).roots)).toEqual([own("1"), own("2")]);
  });

  it.each([groupTree, inOverview])("leaves out loops of one round, also one in the other", treeOf => {
    expect(rounds(treeOf(buildIndex(nestedLoops(1, 1))).roots)).toEqual([]);
  });

  it("is made once for all views", () => {
    const index = buildIndex(nestedLoops(2, 2));
    expect(outlineOf(index)).toBe(outlineOf(index));
  });
});

describe("the command that opens all groups", () => {
  it.each(["overview", "all"] as const)("opens those of the view that is shown: %s", show => {
    const index = goldenIndex("whole/training-loop");
    const film = stageFilm(index, { width: 712, height: 690 }, word, anyView(index, show));
    const all = openedMore({ ...film, open: new Set() }, word);
    expect(all).toEqual(new Set(film.view.tree.groups.keys()));
    expect(openedMore({ ...film, open: all }, word)).toEqual(film.open);
  });
});
