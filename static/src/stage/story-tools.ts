/** What a stage needs to show stories, loaded where there is one: an embed of a small film weighs nothing more for it. */
import type { storyGraph } from "../fold/story-graph";
import type { storyOf } from "../story/story";

export { storyGraph } from "../fold/story-graph";
export { storyOf } from "../story/story";

export interface StoryTools {
  readonly storyOf: typeof storyOf;
  readonly storyGraph: typeof storyGraph;
}
