/**
 * What an embed loads for a small film in which something is wrong: all of it, drawn close together, in columns of each lane's own where it
 * would be too wide. It weighs less than the layout of stories, which draws in several lines as well.
 */
import { layOut } from "../layout/layout";
import { layOutInOwnColumns } from "../layout/own-columns";
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS, thingsIn } from "../trace/show";
import { everythingOf } from "./everything";
import type { ProgramView, StoryTools } from "./view";

/** Null for a film that is larger, or in which nothing is wrong. */
export function framedFilmView(index: TraceIndex): ProgramView | null {
  const isWrong = index.run.diagnoses.some(({ severity }) => severity !== "note");
  if (!isWrong || thingsIn(index) > MAX_THINGS) return null;
  const everything = everythingOf(index);
  return {
    ...everything,
    contract: (film, open, word) => ({ ...everything.contract(film, open, word), compact: true }),
    layOut: (shown, windowSize) => {
      const plain = layOut(shown, windowSize);
      return plain.width <= windowSize.width + 1 ? plain : layOutInOwnColumns(shown, windowSize);
    },
  };
}

export const tools: StoryTools = { story: everythingOf, overview: null, small: framedFilmView };
