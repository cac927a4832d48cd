/** Run, which turns into Stop when a run takes long enough to be worth stopping. */

import { el, replace } from "../dom/dom";
import { icon } from "../dom/icons";
import type { Actions } from "../page/actions";
import type { PageStore } from "../page/state";

/** Earlier, a double click on Run would stop the run. */
const STOPPABLE_MS = 700;
const MAC = /mac|iphone|ipad/i.test(navigator.platform);
export const RUN_KEYS = MAC ? "⌘⏎" : "Ctrl+⏎";
export const LINE_KEYS = MAC ? "⌘." : "Ctrl+.";

export function createRunButton(store: PageStore, actions: Actions): HTMLButtonElement {
  const button = el("button", { type: "button", class: "button primary run" });
  let stoppable = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    const { words, request } = store.get();
    const busy = request.kind === "running" || request.kind === "waiting";
    button.classList.toggle("busy", busy);
    replace(button, ...(stoppable ? [icon("stop"), words.word("page-stop")] : [words.word("page-run"), el("kbd", {}, RUN_KEYS)]));
  };
  button.addEventListener("click", () => {
    if (stoppable) actions.cancel();
    else if (store.get().request.kind !== "running") void actions.run();
  });
  store.watch(
    ({ words, request }) => [words, request.kind],
    ([, kind]) => {
      clearTimeout(timer);
      stoppable = kind === "waiting" || (stoppable && kind === "running");
      if (kind === "running" && !stoppable) {
        timer = setTimeout(() => {
          stoppable = true;
          draw();
        }, STOPPABLE_MS);
      }
      draw();
    },
  );
  return button;
}
