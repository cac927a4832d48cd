/** What of a film a stage shows, and what makes the graph of it. */
import type { Story } from "../story/story";
import type { TraceIndex } from "../trace/index";
import { type Show, shownFor } from "../trace/show";
import type { overviewOf } from "./overview-tools";
import type { StoryStage } from "./story-layout";

/** Make the graphs and scenes of what is shown of a film where that is not everything. */
export interface StoryTools {
  readonly stories: StoryStage | null;
  /** Null where no overviews are shown. */
  readonly overviewOf: typeof overviewOf | null;
}

export interface StageView {
  /** Null where the film has none, or is small enough to be its own story. */
  readonly story: Story | null;
  readonly show: Show;
  /** Null where everything is shown whatever is asked for. */
  readonly tools: StoryTools | null;
}

export const WHOLE: StageView = { story: null, show: "all", tools: null };

/** What is shown of a film where `view` is asked for. */
export function shownOf(index: TraceIndex, { story, show, tools }: StageView): Show {
  const shown = tools === null ? "all" : shownFor(show, index, story !== null);
  return shown === "overview" && tools?.overviewOf == null ? "all" : shown;
}
