/** The short link, made when asked for and not before; and the link that holds the code itself. */

import { el, replace } from "../../dom/dom";
import { codeAddress } from "../../page/address";
import { createLink, deleteLink } from "../../page/api";
import { forgetToken, keepToken, tokenOf } from "../../page/preferences";
import type { PageStore } from "../../page/state";
import { createField } from "./field";
import { problemText } from "./problem";

export interface Links {
  readonly element: HTMLElement;
  readonly refresh: () => Promise<void>;
}

export function createLinks(store: PageStore): Links {
  const short = createField(store, "share-link");
  const long = createField(store, "share-code-link");
  const create = el("button", { type: "button", class: "button primary" });
  const remove = el("button", { type: "button", class: "button small danger" });
  const atStep = el("input", { type: "checkbox", checked: true });
  const stepLabel = el("span", {});
  const step = el("label", { class: "check" }, atStep, stepLabel);
  const note = el("p", { class: "quiet" });
  const status = el("p", { role: "status" });
  const longNote = el("p", { class: "quiet" });
  const word = (key: string, params = {}) => store.get().words.word(key, params);
  const current = () => {
    const { link, code } = store.get();
    return link?.code === code ? link : null;
  };

  const show = (): void => {
    const { position, film } = store.get();
    const link = current();
    const token = link && tokenOf(link.id);
    short.element.hidden = link === null;
    create.hidden = link !== null;
    remove.hidden = !token;
    step.hidden = link === null || film === null;
    replace(note, word(link === null ? "share-public" : token ? "share-yours" : "share-not-yours"));
    replace(create, word("share-create"));
    replace(remove, word("share-delete"));
    replace(stepLabel, word("share-at-step", { step: position + 1 }));
    replace(longNote, word("share-code-note"));
    if (link) short.set(`${link.origin}/s/${link.id}${atStep.checked && film ? `?step=${position + 1}` : ""}`);
  };

  const attempt = async (button: HTMLButtonElement, act: () => Promise<string>): Promise<void> => {
    button.disabled = true;
    replace(status, word("share-working"));
    try {
      replace(status, word(await act()));
    } catch (error) {
      replace(status, problemText(store.get().words, error));
    }
    button.disabled = false;
    show();
  };

  create.addEventListener("click", () => {
    const { code } = store.get();
    void attempt(create, async () => {
      const made = await createLink(code);
      if (made.delete_token) keepToken(made.id, made.delete_token);
      store.set({ link: { id: made.id, code, name: made.name, origin: new URL(made.url).origin } });
      return made.created ? "share-created" : "share-existed";
    });
  });
  remove.addEventListener("click", () => {
    const link = current();
    const token = link && tokenOf(link.id);
    if (!link || !token) return;
    void attempt(remove, async () => {
      await deleteLink(link.id, token);
      forgetToken(link.id);
      store.set({ link: null });
      return "share-deleted";
    });
  });
  atStep.addEventListener("change", show);
  store.watch(page => [page.words, page.link, page.code, page.film, note.closest("dialog")?.open ? page.position : null], show);

  const heading = el("h3", {});
  store.watch(
    ({ words }) => [words],
    () => replace(heading, word("share-links")),
  );
  return {
    element: el(
      "section",
      {},
      heading,
      note,
      create,
      short.element,
      el("div", { class: "row" }, step, remove),
      status,
      long.element,
      longNote,
    ),
    refresh: async () => {
      show();
      long.set(await codeAddress(store.get().code));
    },
  };
}
