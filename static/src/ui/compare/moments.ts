/** Where each side of a comparison stands at a moment of it, and what its picture is about. */

import type { Comparison, Diagnosis, Run } from "../../trace/contract";
import { type Film, worstFirst } from "../../trace/film";

/** The moment at which a comparison opens: the first one from the parting on at which every side has something to show. */
export function openingMoment({ moments, parting }: Comparison): number {
  if (parting === null) return moments.length - 1;
  const found = moments.findIndex((moment, at) => at >= parting.moment && moment.every(event => event !== null));
  return found < 0 ? parting.moment : found;
}

/** The step of a side at a moment: of what happens on it then, else of what happened last before. */
export function positionOf(film: Film, { moments, sides }: Comparison, side: number, moment: number): number {
  for (let at = Math.min(moment, moments.length - 1); at >= 0; at--) {
    const event = moments[at]?.[side];
    if (event != null) return film.index.stepOfEvent(event);
  }
  return film.index.stepOfEvent(sides[side]?.events?.[0] ?? 0);
}

/** What the story of a side is about: what is wrong in it, else what the op at which it parts made or edited; as an address writes it. */
export function subjectOf(film: Film, { moments, parting }: Comparison, side: number, cell: number | null): string | null {
  const wrong = worstFirst(film.run.diagnoses).find(each => each.severity !== "note" && isIn(each, cell));
  if (wrong !== undefined) return `d${film.run.diagnoses.indexOf(wrong) + 1}`;
  for (const moment of moments.slice(parting?.moment ?? 0)) {
    const tensor = madeAt(film.run, moment[side] ?? null);
    if (tensor !== undefined) return film.index.visible.shownAs(tensor) ?? tensor;
  }
  return null;
}

function isIn({ cell }: Diagnosis, asked: number | null): boolean {
  return asked === null || cell === asked;
}

function madeAt({ events }: Run, event: number | null): string | undefined {
  const found = event === null ? undefined : events[event];
  return found?.kind === "op" ? (found.writes[0]?.tensor ?? found.outputs[0]) : undefined;
}
