/** Where a film is about each cell of its program. */
import { type CodeCell, codeCells } from "./cells";
import type { Diagnosis, Run } from "./contract";
import { type Film, stepAt, worstFirst } from "./film";
import { MAX_READABLE_OPS, type Show } from "./show";

export interface CellPlace {
  readonly position: number;
  /** The story of another cell would leave out the steps of one that has none. */
  readonly show: Show;
  /** The diagnosis that explains its error, as an address writes it; null where none does. */
  readonly about: string | null;
}

/** The cell whose code a step is about; null for a step before the first and for a program without cells. */
export function cellAt(film: Film, position: number): CodeCell | null {
  const event = stepAt(film, position)?.event;
  if (event === undefined) return null;
  return codeCells(film.run).find(({ events }) => events != null && events[0] <= event && event <= events[1]) ?? null;
}

/** The step at which a cell is looked at: what explains its error, else its error, else its beginning; null where it recorded nothing. */
export function placeOfCell(film: Film, { index, failure, events }: CodeCell): CellPlace | null {
  const { run } = film;
  const told = worstFirst(run.diagnoses).find(each => each.cell === index && each.event !== null && each.severity !== "note");
  if (told?.event != null) return { position: film.index.stepOfEvent(told.event), show: "story", about: subjectFor(run, told) };
  const event = failure?.event ?? events?.[0];
  if (event == null) return null;
  const show = film.index.visible.pills.size > MAX_READABLE_OPS ? "overview" : "all";
  return { position: film.index.stepOfEvent(event), show, about: null };
}

/** What a picture of a film shows: a step says more than a cell, and a cell more than `show` and `about`. */
export interface AskedPlace {
  readonly step: number | null;
  readonly show: Show | null;
  readonly about: string | null;
  readonly cell: number | null;
}

/** Put the place of the cell that is asked for into an order; one for a step, or for a cell that recorded nothing, stays as it is. */
export function atAskedCell<Order extends AskedPlace>(film: Film, order: Order): Order {
  const cell = order.step === null && codeCells(film.run).find(({ index }) => index === order.cell);
  const place = cell ? placeOfCell(film, cell) : null;
  return place === null ? order : { ...order, step: place.position + 1, show: place.show, about: place.about };
}

/** The first and the last step of a cell, from 1; null where it recorded nothing. */
export function stepsOfCell(film: Film, cell: number | null): { readonly first: number; readonly last: number } | null {
  const events = codeCells(film.run).find(({ index }) => index === cell)?.events;
  if (events == null) return null;
  const [first = 0, last = 0] = events.map(event => film.index.stepOfEvent(event) + 1);
  return { first, last };
}

function subjectFor(run: Run, diagnosis: Diagnosis): string {
  return `d${run.diagnoses.indexOf(diagnosis) + 1}`;
}
