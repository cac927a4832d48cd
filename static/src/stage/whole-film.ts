/** The view of all of a small film in which something is wrong: drawn close together, so that it is read at the size of a story. */
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS, thingsIn } from "../trace/show";
import { everythingOf } from "./everything";
import type { ProgramView } from "./view";

/** Null for a film that is larger, or in which nothing is wrong. */
export function wholeFilmView(index: TraceIndex, layOut: ProgramView["layOut"]): ProgramView | null {
  const isWrong = index.run.diagnoses.some(({ severity }) => severity !== "note");
  if (!isWrong || thingsIn(index) > MAX_THINGS) return null;
  const everything = everythingOf(index);
  return {
    ...everything,
    contract: (film, open, word) => ({ ...everything.contract(film, open, word), compact: true }),
    layOut,
  };
}
