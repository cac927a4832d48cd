/** Buttons that open the story of a tensor, and of how its gradient came about, where a film is too large to be read whole. */
import { el } from "../../dom/dom";
import { accumulations } from "../../story/subject";
import { placesOf } from "../../trace/places";
import { MAX_THINGS, thingsIn } from "../../trace/show";
import { type InspectorContext, tensorName } from "./parts";

/** Nothing for a tensor that is not on the stage. */
export function storyButtons(context: InspectorContext, tensor: string): HTMLElement | false {
  const { film, words, now, actions } = context;
  const { index } = film;
  if (thingsIn(index) <= MAX_THINGS || placesOf(index)(tensor) === null) return false;
  const name = tensorName(context, tensor);
  const button = (about: string, key: string) =>
    el(
      "button",
      { type: "button", class: "button small", "data-about": about, on: { click: () => actions.openStory(about) } },
      words.word(key, { name }),
    );
  const grown = accumulations(index, tensor);
  const seen = grown.filter(event => event.index <= now).length;
  // After the last sum, and before the first, it is about what the gradient came to.
  const gradient = `${tensor}.grad${seen > 0 && seen < grown.length ? seen : ""}`;
  return el(
    "p",
    { class: "stories" },
    button(tensor, "page-open-story-tensor"),
    grown.length > 0 && button(gradient, "page-open-story-gradient"),
  );
}
