/** A modal dialog: title, body, a button that closes it; Escape and a click beside it close it too. */

import { el } from "../dom/dom";
import { icon } from "../dom/icons";
import type { PageStore } from "../page/state";

export function createDialog(
  host: HTMLDialogElement,
  store: PageStore,
  titleKey: string,
  body: HTMLElement,
): { readonly open: () => void } {
  const title = el("h2", { id: `${host.id}-title` });
  const close = el("button", { type: "button", class: "button square", on: { click: () => host.close() } }, icon("close"));
  host.setAttribute("aria-labelledby", title.id);
  host.append(el("header", {}, title, close), body);
  host.addEventListener("click", event => {
    if (event.target === host) host.close();
  });
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      title.textContent = words.word(titleKey);
      close.setAttribute("aria-label", words.word("page-close"));
    },
  );
  return {
    open: () => {
      if (!host.open) host.showModal();
    },
  };
}
