/** The cells of a program in percent format, and how they ended. */
import type { Cell, Failure, Run } from "./contract";

/** A cell of code: those of text are not run, and have no number. */
export type CodeCell = Cell & { readonly index: number };

/** In order. A film that was stored may be older than cells. */
export function codeCells({ cells = [] }: Run): readonly CodeCell[] {
  return cells.filter((cell): cell is CodeCell => cell.index !== null);
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
export function isDoubtful(run: Run, { index }: CodeCell): boolean {
  return run.diagnoses.some(diagnosis => diagnosis.cell === index && diagnosis.severity !== "note");
}
