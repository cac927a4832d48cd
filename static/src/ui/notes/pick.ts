/** A button that stays pressed: as long as it is, each thing and each line of code that is clicked is pointed at, or no longer. */
import { el, replace } from "../../dom/dom";
import type { PickLines } from "../../editor/contract";
import type { Words } from "../../narration/locale";
import { withPointer } from "../../notes/draft";
import { pointerOf } from "../../notes/pointers";
import type { Actions } from "../../page/actions";
import type { DraftStore } from "../../page/draft";
import type { PageStore } from "../../page/state";
import type { NoteAnchor, Pointer } from "../../trace/contract";
import { linePointer } from "./choices";

export interface Pick {
  readonly element: HTMLElement;
  readonly show: (words: Words) => void;
  /** False where nothing was being picked. */
  readonly end: () => boolean;
}

/** `at` is the moment that is written about. */
export function createPick(store: PageStore, draft: DraftStore, actions: Actions, pickLines: PickLines, at: () => NoteAnchor | null): Pick {
  const button = el("button", { type: "button", class: "button small notes-pick", "aria-pressed": "false" });
  const hint = el("span", { class: "quiet", "aria-live": "polite" });
  const point = (pointer: Pointer): void => {
    const now = at();
    if (now) draft.set(withPointer(draft.get(), now, pointer));
  };
  let picking = false;
  const set = (next: boolean): void => {
    picking = next;
    button.setAttribute("aria-pressed", `${next}`);
    pickLines(next ? (line, file) => point(linePointer(line, file)) : null);
    replace(hint, next ? store.get().words.word("notes-edit-pick-hint") : "");
    if (next) actions.select(null);
  };
  button.addEventListener("click", () => set(!picking));
  store.watch(
    ({ selection }) => [selection] as const,
    ([selection], { film }) => {
      if (!picking || selection === null || film === null) return;
      const pointer = pointerOf(film.index, selection);
      // The same thing can be pressed again.
      queueMicrotask(() => {
        actions.select(null);
        if (pointer) point(pointer);
      });
    },
  );
  return {
    element: el("div", { class: "row" }, button, hint),
    show: words => replace(button, words.word("notes-edit-pick")),
    end: () => {
      const was = picking;
      set(false);
      return was;
    },
  };
}
