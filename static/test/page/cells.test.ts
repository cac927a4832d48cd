import { describe, expect, test } from "vitest";
import { createCellMoves, shownCell } from "../../src/page/cells";
import { createPlayer } from "../../src/page/playback";
import { blankPage } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import { createViews } from "../../src/page/views";
import { storyOf } from "../../src/story/story";
import { placeOfCell } from "../../src/trace/cell-places";
import { codeCells, failingCells, isDoubtful } from "../../src/trace/cells";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { threeErrors } from "../support/cells";
import { failing } from "../support/trace";

function opened(run = threeErrors) {
  const store = createStore(blankPage(words("en")));
  const player = createPlayer(store, () => true, storyOf);
  const views = createViews(store, storyOf, player.goTo);
  player.show(run, null);
  return { store, ...createCellMoves(store, views.look, player.goTo) };
}

describe("a film of five cells of which three raise", () => {
  test("opens at the error of the first of them", () => {
    const { store } = opened();
    expect(shownCell(store.get())).toBe(2);
  });

  test("goes from error to error and over the end to the first", () => {
    const { store, goToFailingCell } = opened();
    const seen = [1, 1, 1].map(() => {
      goToFailingCell(1);
      const { story, position, film } = store.get();
      const line = film?.index.steps[position]?.line;
      return [shownCell(store.get()), story?.subject.kind === "diagnosis" && story.subject.diagnosis.kind, line];
    });
    expect(seen).toEqual([
      [3, "version_mismatch", 23],
      [4, "graph_freed", 32],
      [2, "leaf_in_place", 15],
    ]);
    goToFailingCell(-1);
    expect(shownCell(store.get())).toBe(4);
  });

  test("shows a cell that completed whole, from its first step on", () => {
    const { store, goToCell } = opened();
    goToCell(5);
    const { position, film, show } = store.get();
    expect([shownCell(store.get()), show, film?.index.steps[position]?.line]).toEqual([5, "all", 38]);
  });

  test("stays where it is when asked for a cell that there is not", () => {
    const { store, goToCell } = opened();
    const before = store.get().position;
    goToCell(9);
    expect(store.get().position).toBe(before);
  });
});

describe("cells", () => {
  test("of text have no number and are not listed", () => {
    expect(threeErrors.cells.length).toBe(10);
    expect(codeCells(threeErrors).map(({ index }) => index)).toEqual([1, 2, 3, 4, 5]);
    expect(failingCells(threeErrors).map(({ index }) => index)).toEqual([2, 3, 4]);
  });

  test("with an error that no diagnosis explains are looked at where it was raised", () => {
    const film = makeFilm({ ...threeErrors, diagnoses: [] });
    const places = failingCells(film.run).map(cell => placeOfCell(film, cell));
    const lines = places.map(place => film.index.steps[place?.position ?? -1]?.line);
    expect([lines, places.map(place => place?.about), places.map(place => place?.show)]).toEqual([
      [15, 24, 32],
      [null, null, null],
      ["all", "all", "all"],
    ]);
  });

  test("that completed with a warning are told apart", () => {
    const [warned] = threeErrors.diagnoses;
    if (warned === undefined) throw new Error("the run has diagnoses");
    const run = { ...threeErrors, diagnoses: [{ ...warned, cell: 5, severity: "warning" as const }] };
    expect(
      codeCells(run)
        .filter(cell => isDoubtful(run, cell))
        .map(({ index }) => index),
    ).toEqual([5]);
  });

  test("of a program without any are none, and no key moves the film", () => {
    const { store, goToFailingCell } = opened(failing);
    const before = store.get();
    goToFailingCell(1);
    expect([codeCells(failing), shownCell(store.get()), store.get()]).toEqual([[], null, before]);
  });
});
