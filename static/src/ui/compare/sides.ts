/** What is compared, and what it is called. */

import { cellTitle, codeCells } from "../../trace/cells";
import type { Run } from "../../trace/contract";

/** One side, with its film. */
export interface ComparedFilm {
  readonly run: Run;
  readonly cell: number | null;
  /** Key of what it is called; null for the cell's number and title, or the id of the link. */
  readonly key: string | null;
}

/** What a side is called where it has no name of its own: `[3] In place`. */
export function titleOf({ run, cell }: ComparedFilm): string {
  if (cell === null) return run.id;
  return cellTitle(codeCells(run).find(({ index }) => index === cell) ?? { index: cell, title: null });
}
