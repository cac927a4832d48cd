/** Scenes of the golden films, with English words. */

import type { OpenSet } from "../../src/fold/folding";
import { openGroups, stageFilm } from "../../src/stage/staged-film";
import type { Run } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { words } from "./catalogue";
import { goldenRun } from "./golden";

export const { word } = words("en");

export function filmOf(name: string) {
  return filmOfRun(goldenRun(name));
}

export function filmOfRun(run: Run) {
  return stageFilm(buildIndex(run), { width: 712, height: 690 }, word);
}

export function refolded(film: ReturnType<typeof filmOf>, open: OpenSet) {
  return openGroups(film, open, word);
}
