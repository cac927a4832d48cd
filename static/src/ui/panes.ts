/** On a phone the three panes are tabs; on a wide screen this bar is not shown. */

import { el } from "../dom/dom";
import type { Actions } from "../page/actions";
import type { PageStore, Pane } from "../page/state";

const PANES: readonly (readonly [Pane, string, string])[] = [
  ["code", "page-pane-code", "code"],
  ["film", "page-pane-film", "film"],
  ["inspect", "page-pane-inspect", "side"],
];

export function createPanes(host: HTMLElement, play: HTMLElement, store: PageStore, actions: Actions): void {
  const buttons = PANES.map(([pane, , controls]) =>
    el("button", { type: "button", "aria-controls": controls, on: { click: () => actions.openPane(pane) } }),
  );
  host.append(...buttons);
  store.watch(
    ({ words, pane }) => [words, pane] as const,
    ([words, pane]) => {
      host.setAttribute("aria-label", words.word("page-panes"));
      play.dataset.pane = pane;
      PANES.forEach(([name, key, id], at) => {
        buttons[at]?.replaceChildren(words.word(key));
        buttons[at]?.setAttribute("aria-pressed", `${name === pane}`);
        document.getElementById(id)?.setAttribute("aria-label", words.word(key));
      });
    },
  );
}
