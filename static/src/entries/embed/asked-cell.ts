/** An embed that opens at a cell: loaded only where an address asks for one. */
import { placeOfCell } from "../../trace/cell-places";
import { type CodeCell, codeCells } from "../../trace/cells";
import type { Run } from "../../trace/contract";
import { makeFilm } from "../../trace/film";
import type { EmbedOptions } from "./options";

export interface AskedCell {
  readonly cell: CodeCell;
  /** It is shown where its film is about it. */
  readonly options: EmbedOptions;
}

/** Null where the program has no such cell. */
export function askedCell(options: EmbedOptions, run: Run): AskedCell | null {
  const cell = codeCells(run).find(({ index }) => index === options.cell);
  return cell === undefined ? null : { cell, options: { ...options, ...placeOfCell(makeFilm(run), cell) } };
}
