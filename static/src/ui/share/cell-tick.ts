/** "Open at cell [3]": a tick in the sections of the dialog, for an address or a file that opens at the cell that is looked at. */
import { el, replace } from "../../dom/dom";
import { shownCell } from "../../page/cells";
import type { PageStore } from "../../page/state";

export interface CellTick {
  readonly element: HTMLElement;
  /** The number of the cell; null where the tick is not set, and in a program without cells. */
  readonly cell: () => number | null;
  readonly onChange: (act: () => void) => void;
}

export function createCellTick(store: PageStore): CellTick {
  const box = el("input", { type: "checkbox", name: "cell" });
  const label = el("span", {});
  const element = el("label", { class: "check" }, box, label);
  store.watch(
    page => [page.words, shownCell(page)] as const,
    ([words, cell]) => {
      element.hidden = cell === null;
      replace(label, cell === null ? null : words.word("share-cell", { number: cell }));
    },
  );
  return {
    element,
    cell: () => (box.checked ? shownCell(store.get()) : null),
    onChange: act => box.addEventListener("change", act),
  };
}
