import { describe, expect, it } from "vitest";
import { toggled } from "../../src/fold/folding";
import { boxOf, overlap, type Scene } from "../../src/layout/scene";
import { anyView, tools } from "../../src/stage/all-tools";
import { openGroups, placeFilm, prepareFilm, type StagedFilm, stageFilm } from "../../src/stage/staged-film";
import { buildIndex } from "../../src/trace/index";
import { MAX_THINGS, thingsIn } from "../../src/trace/show";
import { goldenIndex, goldenNames } from "../support/golden";
import { loop } from "../support/loop";
import { residual } from "../support/residual";
import { word } from "../support/scenes";

const WINDOWS = [
  { width: 665, height: 639 },
  { width: 362, height: 460 },
] as const;
const MAX_OVERVIEW = 40;

const placed = new Map<string, StagedFilm>();

/** Placed once for each window: what opens groups places another. */
function overview(name: string, window: { width: number; height: number } = WINDOWS[0]): StagedFilm {
  const key = `${name} ${window.width}`;
  const film = placed.get(key) ?? place(name, window);
  placed.set(key, film);
  return film;
}

function place(name: string, window: { width: number; height: number }): StagedFilm {
  return placeFilm(prepareFilm(goldenIndex(name), window, word, { story: null, show: "overview", tools }));
}

const large = goldenNames().filter(name => thingsIn(goldenIndex(name)) > MAX_THINGS);

function overlapping(scene: Scene): readonly string[] {
  const placed = [...scene.vertices.values()];
  return placed.flatMap((a, at) =>
    placed.slice(at + 1).flatMap(b => (overlap(boxOf(a), boxOf(b)) ? [`${a.vertex.id} ${b.vertex.id}`] : [])),
  );
}

describe.each(large)("the overview of %s", name => {
  it.each(WINDOWS)("has few things, none over another, in a window of $width", window => {
    const { scene } = overview(name, window);
    expect(scene.vertices.size).toBeLessThanOrEqual(MAX_OVERVIEW);
    expect(overlapping(scene)).toEqual([]);
  });

  it("has every drawn op in one thing that is on the stage", () => {
    const { scene, index } = overview(name);
    for (const event of index.visible.pills) expect(scene.vertices.has(scene.standsFor(`e${event}`)), `e${event}`).toBe(true);
  });

  it("has every node in one thing that is on the stage", () => {
    const { scene, index } = overview(name);
    for (const id of index.nodes.keys()) expect(scene.vertices.has(scene.standsFor(id)), id).toBe(true);
  });

  it("joins things that are on the stage, each two of them once", () => {
    const { scene } = overview(name);
    const ends = scene.edges.map(({ edge }) => `${edge.from} ${edge.to}`);
    expect(new Set(ends).size).toBe(ends.length);
    for (const { edge } of scene.edges) for (const id of [edge.from, edge.to]) expect(scene.vertices.has(id), id).toBe(true);
  });

  it("has no card of a parameter of a module that nothing is wrong with", () => {
    const { scene, index } = overview(name);
    for (const { vertex } of scene.vertices.values()) {
      if (vertex.kind !== "card" || !(index.tensors.get(vertex.id)?.names[0] ?? "").includes(".")) continue;
      const spoilt = (index.savesByTensor.get(vertex.id) ?? []).some(saved => index.timelines.staleAt.has(saved.id));
      expect(spoilt || (index.visible.chipsOn.get(vertex.id) ?? []).length > 0, vertex.id).toBe(true);
    }
  });

  it.each(WINDOWS)("calls every range by what is in it, in a window of $width", window => {
    const { scene } = overview(name, window);
    for (const { group } of scene.groups.values()) if (group.kind === "range") expect(group.label, group.id).not.toBe("");
  });

  it("opens no library call and no single line", () => {
    const { open, tree } = overview(name);
    const kinds = [...open].map(id => tree.groups.get(id)?.kind);
    expect(kinds).not.toContain("call");
    expect(kinds).not.toContain("line");
  });

  it("stays small and without overlaps when its boxes are opened one after the other", () => {
    let film = overview(name);
    for (let opened = 0; opened < 5; opened++) {
      const [next] = [...film.scene.groups.values()].filter(({ group }) => group.inside.length > 1 && !film.open.has(group.id));
      if (next === undefined) break;
      film = openGroups(film, toggled(film.open, next.group.id), word);
      expect(film.scene.vertices.size).toBeLessThanOrEqual(MAX_OVERVIEW);
      expect(overlapping(film.scene)).toEqual([]);
    }
  });
});

describe("the overview of a long program", () => {
  it.each([40, 400])("shows a loop of %i rounds as few things", rounds => {
    const film = placeFilm(prepareFilm(buildIndex(loop(rounds)), WINDOWS[0], word, { story: null, show: "overview", tools }));
    expect(film.scene.vertices.size).toBeLessThanOrEqual(MAX_OVERVIEW);
    expect(overlapping(film.scene)).toEqual([]);
  });

  it("shows a deep residual network as few things", () => {
    const { scene } = placeFilm(prepareFilm(buildIndex(residual(60)), WINDOWS[0], word, { story: null, show: "overview", tools }));
    expect(scene.vertices.size).toBeLessThanOrEqual(MAX_OVERVIEW);
  });
});

describe("what opens", () => {
  it("is the overview where nothing is wrong and there is more than a story has", () => {
    const index = goldenIndex("whole/training-loop");
    expect(stageFilm(index, WINDOWS[0], word, anyView(index)).show).toBe("overview");
  });

  it("is everything where there are few things", () => {
    const small = goldenNames().find(name => thingsIn(goldenIndex(name)) <= MAX_THINGS) ?? "";
    expect(stageFilm(goldenIndex(small), WINDOWS[0], word, anyView(goldenIndex(small))).show).toBe("all");
  });
});
