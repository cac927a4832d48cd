/**
 * The part of a program that a film is of: a run to a cell ends there, since nothing is kept between runs, and the editor keeps the cells
 * after it. Such a film is not out of date.
 */
import { type CellSpan, cellsAfter, restAfter, throughCell } from "../snippet/cell-spans";
import { type AskedView, askedView } from "./address";
import type { Page } from "./state";

type Shown = Pick<Page, "film" | "code">;

const NONE: readonly CellSpan[] = [];
let known: { readonly part: string; readonly code: string; readonly cells: readonly CellSpan[] } = { part: "", code: "", cells: NONE };

/** The cells of code of the editor that the run of the film did not come to; none where the film is of other code. */
export function cellsNotRun({ film, code }: Shown): readonly CellSpan[] {
  const part = film?.run.code ?? "";
  if (film === null || part === code) return NONE;
  if (known.part !== part || known.code !== code) known = { part, code, cells: cellsAfter(part, code) };
  return known.cells;
}

/** The number of the cell that the film is of the program up to; null for one of all of it. */
export function shownThrough(page: Shown): number | null {
  const next = cellsNotRun(page)[0]?.index ?? 1;
  return next > 1 ? next - 1 : null;
}

/** The editor's text with `code` in the place of the program that the film is of: cells after it stay. */
export function inPlaceOfFilm({ film, code: text }: Shown, code: string): string {
  const rest = film === null ? null : restAfter(film.run.code, text);
  return rest === null ? code : `${code.trimEnd()}${rest}`;
}

/** What of a film an address asks for, and of how much of its program. */
export interface AskedFilm extends AskedView {
  /** The number of the cell of code that the run ended at; null for all of the program. */
  readonly through: number | null;
}

/** `?step=12&through=2`. */
export function askedFilm(url: URLSearchParams): AskedFilm {
  return { ...askedView(url), through: askedThrough(url) };
}

export function askedThrough(url: URLSearchParams): number | null {
  const cell = url.get("through") ?? "";
  return /^[1-9]\d{0,4}$/.test(cell) ? Number(cell) : null;
}

export function writeThrough(url: URLSearchParams, through: number | null): void {
  if (through === null) url.delete("through");
  else if (`${through}` !== url.get("through")) url.set("through", `${through}`);
}

/** The program that a run to a cell is of, all of it for null. */
export function partThrough(code: string, through: number | null): string {
  return through === null ? code : throughCell(code, through);
}
