/** The dialog that sets the program before a fix beside the program after it. The comparison is loaded on first use. */

import { el, replace } from "../../dom/dom";
import type { Actions } from "../../page/actions";
import type { PageStore } from "../../page/state";
import type { Run } from "../../trace/contract";
import { createDialog } from "../dialog";

export function createCompare(host: HTMLDialogElement, store: PageStore, actions: Actions): { readonly open: () => void } {
  const body = el("div", { class: "dialog-body compare-body" });
  const dialog = createDialog(host, store, "page-compare-title", body);
  const watch = (run: Run) => {
    host.close();
    actions.setCode(run.code);
    actions.show(run, null);
  };
  const draw = async () => {
    const { board } = await import("./board");
    const { fixed, theme, words } = store.get();
    replace(body, ...(fixed ? board(fixed, { theme, words, watch }) : []));
  };
  store.watch(
    page => [page.words, page.theme] as const,
    () => {
      if (host.open) void draw();
    },
  );
  // The board is loaded when it is first asked for, and the server may be gone by then.
  const showProblem = () => replace(body, el("p", { role: "alert" }, store.get().words.word("page-problem-offline")));
  return { open: () => void draw().catch(showProblem).then(dialog.open) };
}
