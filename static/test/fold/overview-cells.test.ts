import { describe, expect, it } from "vitest";
import { toggled } from "../../src/fold/folding";
import { pictureAt } from "../../src/picture/picture-at";
import { tools } from "../../src/stage/all-tools";
import { openGroups, placeFilm, prepareFilm, type StagedFilm } from "../../src/stage/staged-film";
import type { Cell, Run } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { words } from "../support/catalogue";
import { threeErrors } from "../support/cells";
import { loop } from "../support/loop";

const en = words("en");
const word = (key: string, params?: Record<string, string | number>) => en.word(key, params);
const WINDOW = { width: 1000, height: 640 };

function overview(run: Run, window = WINDOW): StagedFilm {
  return placeFilm(prepareFilm(buildIndex(run), window, word, { story: null, show: "overview", tools }));
}

function allClosed(run: Run): StagedFilm {
  return openGroups(overview(run), new Set(), word);
}

/** A program of cells that all do the same, of which some raise. */
function equalCells(count: number, raised: readonly number[] = [], title: string | null = "Again"): Run {
  const run = loop(count);
  const failure = { kind: "python_error", message: "", exception_type: "RuntimeError", line: 3, file: 0, event: null, hint: null };
  const cells = Array.from({ length: count }, (_, at): Cell => {
    const fails = raised.includes(at + 1);
    const events: [number, number] = [3 * at + 1, 3 * at + 3];
    const own = { index: at + 1, title, kind: "code", file: 0, line: at + 1, end_line: at + 1, echo: null, gradients: [], events } as const;
    return { ...own, status: fails ? "raised" : "completed", failure: fails ? ({ ...failure } as Cell["failure"]) : null };
  });
  return { ...run, loops: [], cells };
}

const boxesOf = ({ scene }: StagedFilm) => [...scene.vertices.values()].flatMap(({ vertex }) => scene.groups.get(vertex.id) ?? []);
const namesOf = (film: StagedFilm) => boxesOf(film).map(({ texts }) => texts?.name);

describe("the overview of a program with cells", () => {
  it("has a thing per cell, called by its number and by what is in it where it has no title", () => {
    const { tree } = overview(threeErrors);
    const roots = tree.roots.map(root => (typeof root === "number" ? null : root));
    expect(roots.map(root => root?.kind)).toEqual(["cell", "cell", "cell", "cell", "cell"]);
    expect(roots.map(root => root?.label)).toEqual(["[1] w", "[2] w.add_(1)", "[3] y, mul_", "[4] loss", "[5] loss"]);
  });

  it("has a box for a cell that made a tensor and for one that failed at once", () => {
    const counts = new Map(boxesOf(overview(threeErrors)).map(({ texts }) => [texts?.name, texts?.count]));
    expect([counts.get("[1] w"), counts.get("[2] w.add_(1)")]).toEqual(["1 tensor", "RuntimeError"]);
  });

  it("tells equal cells apart, by number and title", () => {
    const { tree } = overview(equalCells(12));
    const labels = tree.roots.map(root => (typeof root === "number" ? "" : root.label));
    expect(labels).toEqual(Array.from({ length: 12 }, (_, at) => `[${at + 1}] Again`));
    expect([...tree.groups.values()].map(({ kind }) => kind)).not.toContain("roll");
  });

  it("shows neighbours as one box, by their numbers, where there is no room for all", () => {
    const film = overview(equalCells(40));
    const ranges = boxesOf(film).flatMap(({ group }) => group.cells?.map(({ index }) => index) ?? []);
    expect(ranges).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect(namesOf(film).length).toBeLessThanOrEqual(16);
    expect(namesOf(film).filter(name => /^\[\d+–\d+\]$/.test(name ?? "")).length).toBeGreaterThan(0);
  });

  it("keeps a cell that failed by itself among many", () => {
    const names = namesOf(overview(equalCells(40, [20, 31])));
    expect(names).toContain("[20] Again");
    expect(names).toContain("[31] Again");
  });

  it("has no part for a cell where all happens in one", () => {
    const run = equalCells(6);
    const cells = (run.cells ?? []).slice(0, 1).map(cell => ({ ...cell, events: [0, run.events.length - 1] as [number, number] }));
    expect(overview({ ...run, cells }).tree.roots.some(root => typeof root !== "number" && root.kind === "cell")).toBe(false);
  });

  it("shows what is in a cell when that is opened, and a cell without anything drawn stays", () => {
    const film = overview(equalCells(40, [20]));
    const [cell] = boxesOf(film).filter(({ group }) => group.kind === "cell");
    const opened = openGroups(film, toggled(film.open, cell?.group.id ?? ""), word);
    expect(cell?.group.inside.every(item => typeof item === "number" && opened.scene.vertices.has(`e${item}`))).toBe(true);
    const small = overview(threeErrors);
    const [bare] = boxesOf(small).filter(({ group }) => group.inside.length === 0);
    expect(namesOf(openGroups(small, toggled(small.open, bare?.group.id ?? ""), word))).toContain(bare?.texts?.name);
  });

  it.each([390, 694, 1000])("has every op in one thing that is on the stage, in a window %i wide", width => {
    const { scene, index } = overview(equalCells(40, [3, 4, 5, 20]), { width, height: 640 });
    for (const event of index.visible.pills) expect(scene.vertices.has(scene.standsFor(`e${event}`)), `e${event}`).toBe(true);
  });

  it("marks a cell as failed from its error on", () => {
    const { scene, index } = allClosed(threeErrors);
    const markOf = (event: number) => {
      const { things } = pictureAt(index, scene, index.stepOfEvent(event), null, word);
      return things.flatMap(thing => (thing.kind === "group" && thing.name === "[3] y, mul_" ? [thing.trouble, thing.key] : []));
    };
    expect([markOf(15), markOf(24), markOf(69)]).toEqual([
      [null, false],
      ["failed", true],
      ["failed", false],
    ]);
  });

  it("shows the cells that have not begun as such, and nothing of what is in them", () => {
    const { scene, index } = allClosed(threeErrors);
    const groups = pictureAt(index, scene, 0, null, word).things.filter(thing => thing.kind === "group");
    expect(groups.map(({ name, hidden, ahead }) => `${name} ${hidden} ${ahead}`)).toEqual([
      "[1] w false false",
      "[2] w.add_(1) false true",
      "[3] y, mul_ false true",
      "[4] loss false true",
      "[5] loss false true",
    ]);
  });

  it("says of a marked cell to a screen reader how it ended", () => {
    const { scene, index } = allClosed(threeErrors);
    const { things } = pictureAt(index, scene, index.steps.length - 1, null, word);
    const labels = things.flatMap(thing => (thing.kind === "group" ? thing.label : []));
    expect(labels.find(label => label.includes("[3] y"))).toContain("error in cell [3]: RuntimeError");
  });
});
