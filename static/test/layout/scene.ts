/** Scenes of the golden films, with English words. */

import { openFilm, withOpen } from "../../src/fold/film";
import type { OpenSet } from "../../src/fold/folding";
import { buildIndex } from "../../src/trace/index";
import { goldenRun } from "../golden";
import { words } from "../page/catalogue";

export const { word } = words("en");

export function filmOf(name: string) {
  return openFilm(buildIndex(goldenRun(name)), { width: 712, height: 690 }, word);
}

export function refolded(film: ReturnType<typeof filmOf>, open: OpenSet) {
  return withOpen(film, open, word);
}
