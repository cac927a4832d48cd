/**
 * On a phone the three panes are tabs; on a wide screen this bar is not shown. That of the code says where the ways out are: whoever looks at
 * the film of an error does not see them.
 */

import { el } from "../dom/dom";
import type { Actions } from "../page/actions";
import { isEdited, type Page, type PageStore, type Pane } from "../page/state";

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
    page => [page.words, page.pane, hasWaysOut(page)] as const,
    ([words, pane, waysOut]) => {
      host.setAttribute("aria-label", words.word("page-panes"));
      play.dataset.pane = pane;
      PANES.forEach(([name, key, id], at) => {
        const note = name === "code" && waysOut ? [" ", el("span", { class: "tab-note" }, words.word("page-fixes"))] : [];
        buttons[at]?.replaceChildren(words.word(key), ...note);
        buttons[at]?.setAttribute("aria-pressed", `${name === pane}`);
        document.getElementById(id)?.setAttribute("aria-label", words.word(key));
      });
    },
  );
}

function hasWaysOut(page: Page): boolean {
  const { film, stops } = page;
  // Whoever is still asked what happens is not told that something will be wrong.
  if (film === null || isEdited(page) || stops.length > 0) return false;
  return film.run.diagnoses.some(({ severity, fixes }) => severity !== "note" && fixes.length > 0);
}
