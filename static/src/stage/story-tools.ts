/** What a page needs to show stories, loaded where there is one: an embed of a small film weighs nothing more for it. */
import { storyOf } from "../story/story";
import type { TraceIndex } from "../trace/index";
import type { Show } from "../trace/show";
import { everythingOf } from "./everything";
import { smallFilmView } from "./small-film";
import { storyView as viewOfStory } from "./story-layout";
import type { StageView, StoryTools } from "./view";

export { storyOf };

export const tools: StoryTools = {
  story: (index, story) => (story === null ? everythingOf(index) : viewOfStory(index, story)),
  overview: null,
  small: smallFilmView,
};

/** How a film is shown that is opened with these settings. */
export function storyView(index: TraceIndex, show: Show | null = null, about: string | null = null): StageView {
  const story = storyOf(index, about);
  return { story, show: show ?? "story", tools };
}
