/** What of a film a stage shows, and the views of it: story, overview and everything, each made of the same outline of the program. */
import type { OpenSet } from "../fold/folding";
import type { GroupTree } from "../fold/tree";
import type { Graph } from "../graph/graph";
import type { Wording } from "../graph/sizes";
import type { WindowSize } from "../layout/place";
import type { Scene } from "../layout/scene";
import type { Story } from "../story/story";
import type { TraceIndex } from "../trace/index";
import { type Show, shownFor } from "../trace/show";

/** The graph of a film with every group open, and the window that it is shown in. */
export interface OpenGraph {
  readonly graph: Graph;
  readonly windowSize: WindowSize;
}

/** One way to show a program. */
export interface ProgramView {
  readonly tree: GroupTree;
  /** The groups that are open at first. */
  readonly open: (film: OpenGraph, word: Wording) => OpenSet;
  /** What is shown with these groups open. */
  readonly contract: (film: OpenGraph, open: OpenSet, word: Wording) => Graph;
  readonly layOut: (shown: Graph, windowSize: WindowSize) => Scene;
}

/** `story` is what a story shows; other views do without. */
export type MakeView = (index: TraceIndex, story: Story | null) => ProgramView;

/** Makes the views that do not show everything; without an overview it is never shown. */
export interface StoryTools {
  readonly story: MakeView;
  readonly overview: MakeView | null;
  /** Of a small film in which something is wrong: its text is not smaller than that of a story. Null for any other. */
  readonly small: (index: TraceIndex) => ProgramView | null;
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
  return shown === "overview" && tools?.overview == null ? "all" : shown;
}
