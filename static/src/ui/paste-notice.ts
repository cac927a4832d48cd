/** On a narrow screen, where the film's strips are on another page: above the code, what became of a text that was pasted there. */
import { replace } from "../dom/dom";
import type { Actions } from "../page/actions";
import { divideAnyway } from "../page/prepare";
import type { PageStore } from "../page/state";
import { cleanedStrip, leftOutStrip } from "./notices";

export function createPasteNotice(host: HTMLElement, store: PageStore, actions: Actions): void {
  store.watch(
    page => [page.words, page.cleaned, page.code === page.cleaned?.after, page.leftOut, page.code === page.leftOut?.code, page.request],
    (_, page) =>
      replace(
        host,
        leftOutStrip(page),
        cleanedStrip(page, actions, () => void divideAnyway(store)),
      ),
  );
}
