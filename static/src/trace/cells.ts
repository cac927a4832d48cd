/** The cells of a program in percent format, and how they ended. */
import { countWhile } from "./collections";
import type { Cell, Diagnosis, Failure, Run } from "./contract";

/** A cell of code: those of text are not run, and have no number. */
export type CodeCell = Cell & { readonly index: number };

/** In order. A film that was stored may be older than cells. */
export function codeCells({ cells = [] }: Run): readonly CodeCell[] {
  return cells.filter((cell): cell is CodeCell => cell.index !== null);
}

/** `[3]`, as the code, the list of cells and the timeline number it. */
export function cellSign(cell: number): string {
  return `[${cell}]`;
}

/** `[3] In place`. */
export function cellTitle({ index, title }: Pick<CodeCell, "index" | "title">): string {
  return title === null || title === "" ? cellSign(index) : `${cellSign(index)} ${title}`;
}

/** Finds the cell of an event, null in a program without cells: what happens between two cells belongs to the first of them. */
export function cellFinder(run: Run): (event: number) => CodeCell | null {
  const cells = codeCells(run).flatMap(cell => (cell.events == null ? [] : [{ cell, first: cell.events[0] }]));
  return event => cells[Math.max(0, countWhile(cells, ({ first }) => first <= event) - 1)]?.cell ?? null;
}

export function failingCells(run: Run): readonly CodeCell[] {
  return codeCells(run).filter(isFailing);
}

export function isFailing({ status }: Cell): boolean {
  return status === "raised" || status === "stopped";
}

/** How a program, or one of its cells, did not complete. */
export interface Ending {
  readonly failure: Failure;
  /** Null for a program without cells. */
  readonly cell: number | null;
}

/** Of each cell that failed; of a program without cells at most one. */
export function endingsOf(run: Run): readonly Ending[] {
  const cells = failingCells(run).flatMap(({ failure, index }) => (failure ? [{ failure, cell: index }] : []));
  const { failure } = run.outcome;
  return cells.length > 0 ? cells : failure ? [{ failure, cell: null }] : [];
}

/** What went wrong in a cell without ending it. */
export function isDoubtful(run: Run, cell: CodeCell): boolean {
  return doubtOf(run, cell) !== undefined;
}

function doubtOf({ diagnoses }: Run, { index }: CodeCell): Diagnosis | undefined {
  return diagnoses.find(({ cell, severity }) => cell === index && severity !== "note");
}

/** How a cell ended badly, and from which event on that is so. */
export interface CellTrouble {
  readonly kind: "failed" | "doubtful";
  readonly cell: CodeCell;
  readonly event: number;
}

export function troublesOf(run: Run, cells: readonly CodeCell[]): readonly CellTrouble[] {
  return cells.flatMap((cell): readonly CellTrouble[] => {
    const last = cell.events?.[1] ?? 0;
    if (isFailing(cell)) return [{ kind: "failed", cell, event: cell.failure?.event ?? last }];
    const silent = doubtOf(run, cell);
    return silent === undefined ? [] : [{ kind: "doubtful", cell, event: silent.edit_event ?? silent.event ?? last }];
  });
}
