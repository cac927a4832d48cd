/** The view of a small film in which something is wrong: all of it, laid out like a story, so that it is read at the size of one. */
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS, thingsIn } from "../trace/show";
import { everythingOf } from "./everything";
import { layOutWhole, remembered } from "./story-layout";
import type { ProgramView } from "./view";

/** Null for a film that is larger, or in which nothing is wrong. */
export function smallFilmView(index: TraceIndex): ProgramView | null {
  const isWrong = index.run.diagnoses.some(({ severity }) => severity !== "note");
  if (!isWrong || thingsIn(index) > MAX_THINGS) return null;
  const everything = everythingOf(index);
  return {
    ...everything,
    contract: (film, open, word) => ({ ...everything.contract(film, open, word), compact: true }),
    layOut: remembered(layOutWhole),
  };
}
