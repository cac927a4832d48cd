/** Buttons in the corner of the stage: present, predict, find, fold, fit. The same as the keys, for mouse and touch. */

import { el } from "../dom/dom";
import { type IconName, icon } from "../dom/icons";
import type { PageStore } from "../page/state";

export interface StageBarOptions {
  readonly find: () => void;
  readonly fold: () => void;
  readonly fit: () => void;
  readonly tidy: () => void;
  readonly predict: () => void;
  readonly present: () => void;
}

export function createStageBar(host: HTMLElement, store: PageStore, options: StageBarOptions): void {
  const button = (name: IconName, act: () => void) => el("button", { type: "button", class: "corner", on: { click: act } }, icon(name));
  const tidy = button("tidy", options.tidy);
  const predict = button("quiz", options.predict);
  const buttons = [
    [button("screen", options.present), "page-present"],
    [predict, "page-predict"],
    [button("find", options.find), "page-find"],
    [button("fold", options.fold), "page-fold"],
    [tidy, "page-tidy"],
    [button("fit", options.fit), "page-fit"],
  ] as const;
  host.append(...buttons.map(([element]) => element));
  store.watch(
    page => [page.tidy, page.predict] as const,
    ([tidied, asking]) => {
      tidy.setAttribute("aria-pressed", `${tidied}`);
      predict.setAttribute("aria-pressed", `${asking}`);
    },
  );
  store.watch(
    ({ words, film }) => [words, film] as const,
    ([words, film]) => {
      host.hidden = film === null || film.run.tensors.length === 0;
      host.setAttribute("aria-label", words.word("page-stage-tools"));
      for (const [element, key] of buttons) {
        element.setAttribute("aria-label", words.word(key));
        element.title = words.word(key);
      }
    },
  );
}
