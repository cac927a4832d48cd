import { describe, expect, it } from "vitest";
import { openAll, openAtFirst, toggled } from "../../src/fold/folding";
import { groupTree } from "../../src/fold/tree";
import { overlap, roomOf } from "../../src/layout/scene";
import { stageFilm } from "../../src/stage/staged-film";
import type { Run, TraceEvent } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { goldenNames } from "../support/golden";
import { loop } from "../support/loop";
import { filmOf, refolded, word } from "../support/scenes";

const fill = { width: 712, height: 690 };

describe.each(goldenNames())("folding %s", name => {
  const film = filmOf(name);

  it("puts every op into one group or none", () => {
    const inside = [...film.tree.groups.values()].flatMap(group => group.inside.filter(item => typeof item === "number"));
    expect(new Set(inside).size).toBe(inside.length);
    const roots = film.tree.roots.filter(item => typeof item === "number");
    expect([...inside, ...roots].sort()).toEqual([...film.index.visible.pills].sort());
  });

  it("leaves no cycle of edges", () => {
    const { scene } = refolded(film, new Set());
    const seen = new Set(scene.edges.filter(({ edge }) => edge.ranked).map(({ edge }) => `${edge.from} ${edge.to}`));
    for (const pair of seen) expect(seen.has(pair.split(" ").reverse().join(" "))).toBe(false);
  });

  it("shows the same again after closing and opening", () => {
    for (const id of film.tree.groups.keys()) {
      const again = refolded(film, toggled(toggled(film.open, id), id)).scene;
      expect([...again.vertices.keys()]).toEqual([...film.scene.vertices.keys()]);
    }
  });
});

describe("a loop of 300 iterations", () => {
  const index = buildIndex(loop(300));
  const tree = groupTree(index);

  it("rolls up into its first iteration, the middle and its last", () => {
    const labels = tree.roots.filter(item => typeof item !== "number").map(group => [group.label, group.ops]);
    expect(labels).toEqual([
      ["1", 2],
      ["2 – 299", 596],
      ["300", 2],
    ]);
  });

  it("opens folded, small enough to be read at once", () => {
    expect(openAtFirst(tree).size).toBe(0);
    expect(stageFilm(index, fill, word).scene.vertices.size).toBeLessThan(20);
  });

  it("can be opened whole without an overlap", () => {
    const film = stageFilm(index, fill, word);
    const scene = refolded(film, openAll(film.tree)).scene;
    const rooms = [...scene.vertices.values()].map(roomOf).sort((a, b) => a.x - b.x);
    rooms.forEach((room, position) => {
      for (let next = position + 1; next < rooms.length && (rooms[next]?.x ?? 0) < room.x + room.width; next++) {
        const other = rooms[next];
        expect(other !== undefined && overlap(room, other)).toBe(false);
      }
    });
    expect(scene.vertices.size).toBeGreaterThan(900);
  });
});

describe("a loop with an incident in one iteration", () => {
  it("keeps that iteration by itself", () => {
    const tree = groupTree(buildIndex(loop(300, 120)));
    const labels = tree.roots.filter(item => typeof item !== "number").map(group => group.label);
    expect(labels).toEqual(["1", "2 – 118", "119", "120", "121", "122 – 299", "300"]);
  });
});

describe("a long program without a loop", () => {
  const rounds = 40;
  /** Each iteration of the loop written out as a line of its own: `h3 = (w * h2).exp()`. */
  const straight = (): Run => {
    const run = loop(rounds);
    const lines = Array.from({ length: rounds }, (_, round) => `h${round + 1} = (w * h${round}).exp()`);
    let ops = 0;
    const lineOf = (event: TraceEvent) => (event.kind === "op" && event.inputs.length > 0 ? 2 + Math.floor(ops++ / 2) : 1);
    const events = run.events.map(event => (event.kind === "op" ? { ...event, line: lineOf(event), iteration: 1, rounds: [] } : event));
    return { ...run, loops: [], events, code: ["w", ...lines].join("\n") };
  };

  it("folds the ops of a line into one group with the text of the line", () => {
    const tree = groupTree(buildIndex(straight()));
    const groups = tree.roots.filter(item => typeof item !== "number");
    expect(groups.map(({ kind, ops }) => [kind, ops])).toEqual(Array.from({ length: rounds }, () => ["line", 2]));
    expect(groups[2]?.label).toBe("h3 = (w * h2).exp()");
    const film = stageFilm(buildIndex(straight()), fill, word);
    expect([...film.scene.groups.values()].filter(({ group }) => group.kind === "line").length).toBeGreaterThan(0);
  });
});
