/**
 * What an embed loads for a small film in which something is wrong: all of it, drawn close together, in columns of each lane's own where it
 * would be too wide. It weighs less than the layout of stories, which draws in several lines as well.
 */
import { layOut } from "../layout/layout";
import { layOutInOwnColumns } from "../layout/own-columns";
import type { TraceIndex } from "../trace/index";
import { everythingOf } from "./everything";
import type { ProgramView, StoryTools } from "./view";
import { wholeFilmView } from "./whole-film";

/** Null for a film that is larger, or in which nothing is wrong. */
export function framedFilmView(index: TraceIndex): ProgramView | null {
  return wholeFilmView(index, (shown, windowSize) => {
    const plain = layOut(shown, windowSize);
    return plain.width <= windowSize.width + 1 ? plain : layOutInOwnColumns(shown, windowSize);
  });
}

export const tools: StoryTools = { story: everythingOf, overview: null, small: framedFilmView };
