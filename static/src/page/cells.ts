/** Moves among the cells of a program: to one of them, and from error to error. */
import { cellAt, placeOfCell } from "../trace/cell-places";
import { type CodeCell, codeCells, failingCells } from "../trace/cells";
import type { Page, PageStore } from "./state";
import type { Views } from "./views";

export type CellMoves = ReturnType<typeof createCellMoves>;

/** The number of the cell that is looked at: of the error that the story explains, else of the step. */
export function shownCell(page: Pick<Page, "film" | "position" | "story" | "show">): number | null {
  const { film, position, story, show } = page;
  if (film === null) return null;
  const subject = show === "story" ? story?.subject : undefined;
  const told = subject?.kind === "diagnosis" ? subject.diagnosis.cell : null;
  return told ?? cellAt(film, position)?.index ?? null;
}

export function createCellMoves(store: PageStore, look: Views["look"], goTo: (position: number) => void) {
  const open = (cell: CodeCell | undefined): void => {
    const { film } = store.get();
    const place = film === null || cell === undefined ? null : placeOfCell(film, cell);
    if (place === null) return;
    look({ show: place.show, about: place.about });
    store.set({ selection: null });
    goTo(place.position);
  };
  return {
    /** To a cell of code, by its number. */
    goToCell: (index: number) => {
      const { film } = store.get();
      if (film !== null) open(codeCells(film.run).find(cell => cell.index === index));
    },
    /** To the cell before or after that raised an error, starting over after the last one. */
    goToFailingCell: (direction: 1 | -1) => {
      const { film } = store.get();
      if (film === null) return;
      const [failing, now] = [failingCells(film.run), shownCell(store.get()) ?? 0];
      const next = direction > 0 ? failing.find(({ index }) => index > now) : failing.findLast(({ index }) => index < now);
      open(next ?? failing.at(direction > 0 ? 0 : -1));
    },
  };
}
