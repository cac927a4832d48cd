/** What a page needs to show stories and overviews. */
import { overviewOf } from "./overview-tools";
import { tools as storyTools, storyView } from "./story-tools";
import type { StageView, StoryTools } from "./view";

export const tools: StoryTools = { ...storyTools, overview: overviewOf };

/** How a film is shown that is opened with these settings, an overview among them. */
export function anyView(...settings: Parameters<typeof storyView>): StageView {
  return { ...storyView(...settings), tools };
}
