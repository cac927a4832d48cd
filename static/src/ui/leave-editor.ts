/** Says how the keyboard leaves the editor, in which Tab indents: where Tab has entered it, until it is left or pressed into. */
import { el } from "../dom/dom";
import type { PageStore } from "../page/state";

export function createLeaveHint(editor: HTMLElement, store: PageStore): void {
  // Screen readers are told by the editor itself.
  const hint = el("p", { class: "leave-editor", hidden: true, "aria-hidden": "true" });
  editor.after(hint);
  let isByTab = false;
  const notice = (event: Event) => {
    isByTab = event instanceof KeyboardEvent && event.key === "Tab";
  };
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, notice, { capture: true });
  for (const kind of ["focusin", "focusout", "pointerdown"]) {
    editor.addEventListener(kind, () => {
      hint.hidden = kind !== "focusin" || !isByTab;
    });
  }
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      hint.textContent = words.word("page-editor-leave");
    },
  );
}
