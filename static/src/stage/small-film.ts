/** The view of a small film in which something is wrong: all of it, laid out like a story, so that it is read at the size of one. */
import type { TraceIndex } from "../trace/index";
import { layOutWhole, remembered } from "./story-layout";
import type { ProgramView } from "./view";
import { wholeFilmView } from "./whole-film";

/** Null for a film that is larger, or in which nothing is wrong. */
export function smallFilmView(index: TraceIndex): ProgramView | null {
  return wholeFilmView(index, remembered(layOutWhole));
}
