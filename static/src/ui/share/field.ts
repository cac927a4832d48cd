/** A text to copy: read-only, selected when focused, with a button that copies it and says so. */

import { el, replace } from "../../dom/dom";
import type { PageStore } from "../../page/state";

const COPIED_NOTE_MS = 1_600;

export interface Field {
  readonly element: HTMLElement;
  readonly set: (text: string) => void;
  /** Whether the text may be copied; `why` says what it waits for. */
  readonly hold: (why: string | null) => void;
  /** Leads the keyboard to the button that copies it. */
  readonly focus: () => void;
}

export function createField(store: PageStore, labelKey: string, rows = 1): Field {
  const text =
    rows > 1 ? el("textarea", { readonly: true, rows, class: "field-text" }) : el("input", { readonly: true, class: "field-text" });
  const label = el("span", { class: "field-label" });
  const copy = el("button", { type: "button", class: "button small" });
  let held: string | null = null;
  const word = (key: string) => store.get().words.word(key);
  text.addEventListener("focus", () => text.select());
  copy.addEventListener("click", () => {
    void copyText(text).then(done => {
      replace(copy, word(done ? "share-copied" : "share-copy-by-hand"));
      setTimeout(() => replace(copy, word("share-copy")), COPIED_NOTE_MS);
    });
  });
  store.watch(
    ({ words }) => [words],
    () => {
      replace(label, word(labelKey));
      replace(copy, held ?? word("share-copy"));
    },
  );
  const element = el("div", { class: "field" }, el("label", {}, label, text), copy);
  return {
    element,
    set: value => {
      text.value = value;
    },
    hold: why => {
      if (held === why) return;
      held = why;
      copy.disabled = why !== null;
      text.classList.toggle("held", why !== null);
      replace(copy, why ?? word("share-copy"));
    },
    focus: () => copy.focus({ preventScroll: true }),
  };
}

/** The clipboard is refused without HTTPS and in some frames: the text is selected then, so that a key copies it. */
async function copyText(text: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    return false;
  }
}
