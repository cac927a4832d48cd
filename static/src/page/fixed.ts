/** Finds where the film of a fixed program is about the lines that the fix changed. */

import { differences } from "../snippet/changed";
import { storyOf } from "../story/story";
import type { EventOf, Run } from "../trace/contract";
import { type Film, worstFirst } from "../trace/film";
import type { TraceIndex } from "../trace/index";
import type { Fixed } from "./state";

export interface ChangedPlace {
  readonly position: number;
  /** The subject of the story to show, as an address writes it; null where the whole film says more. */
  readonly about: string | null;
}

/** The lines of the fixed program that the one before has not, numbered from 1. */
export function linesOfFix({ before, after }: Fixed): readonly number[] {
  return differences(before.code, after.code)
    .filter(({ side }) => side === "after")
    .map(({ number }) => number);
}

/** The first op on a changed line, and what it made or edited. Null where no op is, or where something is wrong that comes first. */
export function placeOfFix(film: Film, before: Run): ChangedPlace | null {
  if (worstFirst(film.run.diagnoses).some(({ severity }) => severity !== "note")) return null;
  const lines = new Set(linesOfFix({ before, after: film.run }));
  const isThere = (event: Run["events"][number]): event is EventOf<"op"> =>
    event.kind === "op" && (event.file ?? 0) === 0 && event.line !== null && lines.has(event.line);
  const ops = film.run.events.filter(isThere);
  const op = ops.find(({ writes, outputs }) => writes.length + outputs.length > 0);
  const tensor = op?.writes[0]?.tensor ?? op?.outputs[0];
  if (op === undefined || tensor === undefined) return null;
  const about = film.index.visible.shownAs(tensor) ?? tensor;
  return { position: film.index.stepOfEvent(op.index), about: isAlone(film.index, about) ? null : about };
}

/** Whether the story of a tensor has no backward node that is joined to anything: it would show nothing of how gradients flow. */
function isAlone(index: TraceIndex, about: string): boolean {
  const story = storyOf(index, about);
  return story !== null && story.saves.size === 0 && [...story.kept].filter(id => index.nodes.has(id)).length < 2;
}
