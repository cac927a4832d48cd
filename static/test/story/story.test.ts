import { describe, expect, it } from "vitest";
import { revealVertex, stageFilm } from "../../src/stage/staged-film";
import { storyView } from "../../src/stage/story-tools";
import { storyOf } from "../../src/story/story";
import { MAX_THINGS } from "../../src/trace/show";
import { goldenIndex, goldenNames } from "../support/golden";
import { refolded, word } from "../support/scenes";

const WINDOW = { width: 712, height: 690 };
const TOLD = ["hidden/embedding-max-norm", "hidden/relu-after-sigmoid", "hidden/rnn-buffer-read-back", "hidden/step-between-backwards"];

function storyFilm(name: string) {
  const index = goldenIndex(name);
  return stageFilm(index, WINDOW, word, storyView(index));
}

describe("storyOf", () => {
  it("finds none where nothing is wrong and where a film is small enough to be its own story", () => {
    for (const name of goldenNames()) {
      const index = goldenIndex(name);
      const story = storyOf(index);
      const things = index.visible.cards.size + index.visible.pills.size + index.nodes.size;
      const wrong = index.run.diagnoses.some(({ severity }) => severity !== "note");
      expect([name, story !== null]).toEqual([name, wrong && things > MAX_THINGS]);
    }
  });

  it.each(TOLD)("%s: keeps the failing node, the tensor that it saved and the steps of the save, the edit and the raise", name => {
    const index = goldenIndex(name);
    const story = storyOf(index);
    const { subject, kept, positions, failing } = story ?? expect.fail("no story");
    const diagnosis = subject.kind === "diagnosis" ? subject.diagnosis : expect.fail("no diagnosis");
    const saved = index.saved.get(diagnosis.saved ?? "");
    expect(kept).toContain(failing);
    expect([...kept]).toEqual(
      expect.arrayContaining([index.visible.shownAs(saved?.tensor ?? "") ?? ""].filter(id => index.visible.cards.has(id))),
    );
    for (const event of [saved?.event, diagnosis.edit_event, diagnosis.raise_event]) {
      if (event != null) expect(positions).toContain(index.stepOfEvent(event));
    }
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });
});

describe("the graph of a story", () => {
  it.each(TOLD)("%s: shows at most 16 things, each connected or kept, and everything kept is drawn", name => {
    const { scene, story, graph } = storyFilm(name);
    expect(scene.vertices.size).toBeLessThanOrEqual(MAX_THINGS);
    expect(scene.vertices.size).toBeLessThan(graph.vertices.length);
    for (const id of story?.kept ?? []) expect(scene.vertices.has(id)).toBe(true);
    const ends = new Set(scene.edges.flatMap(({ edge }) => [edge.from, edge.to]));
    for (const id of scene.vertices.keys()) expect(ends.has(id) || story?.kept.has(id)).toBe(true);
  });

  it.each(TOLD)("%s: an opened stretch shows what it stood for", name => {
    const film = storyFilm(name);
    for (const [id, { nodes, ops }] of film.scene.groups) {
      const opened = refolded(film, new Set([...film.open, id]));
      expect(opened.scene.groups.has(id)).toBe(false);
      for (const node of nodes) expect(opened.scene.vertices.has(opened.scene.standsFor(node))).toBe(true);
      for (const op of ops) expect(opened.scene.vertices.has(opened.scene.standsFor(`e${op}`))).toBe(true);
    }
  });

  it("a thing outside of the story that is looked for is shown in the whole program", () => {
    const film = storyFilm("hidden/step-between-backwards");
    const outside = film.graph.vertices.find(({ id }) => !film.scene.vertices.has(film.scene.standsFor(id)));
    const found = revealVertex(film, outside?.id ?? "", word);
    expect(found.show).toBe("all");
    expect(found.scene.vertices.has(outside?.id ?? "")).toBe(true);
  });
});
