/** The dialog that sets programs, or cells of programs, side by side. What fills it is loaded on first use. */

import { el, replace } from "../../dom/dom";
import type { Actions } from "../../page/actions";
import type { AskedSide } from "../../page/address";
import { ApiProblem, getRun, postComparison } from "../../page/api";
import { inPlaceOfFilm } from "../../page/part";
import type { PageStore } from "../../page/state";
import type { Comparison, Run } from "../../trace/contract";
import { createDialog } from "../dialog";
import type { ComparedFilm } from "./sides";

interface Shown {
  /** What the editor held when the comparison was asked for: what has been written since is not overwritten. */
  readonly over: string;
  readonly films: readonly ComparedFilm[];
  readonly comparison: Comparison;
}

export function createCompare(host: HTMLDialogElement, store: PageStore, actions: Actions) {
  const body = el("div", { class: "dialog-body compare-body" });
  const dialog = createDialog(host, store, "page-compare-title", body);
  let shown: Shown | null = null;
  const watch = (run: Run) => {
    host.close();
    const { fixed } = store.get();
    const isOfFix = run === fixed?.before || run === fixed?.after;
    actions.setCode(isOfFix ? inPlaceOfFilm(store.get(), run.code) : run.code);
    actions.show(run, null);
  };
  const draw = async () => {
    const { board } = await import("./board");
    const { theme, words, code } = store.get();
    if (shown === null) return;
    const isOld = shown.over !== code;
    replace(body, ...board(shown.films, shown.comparison, { theme, words, watch, isOld }));
  };
  store.watch(
    page => [page.words, page.theme] as const,
    () => {
      if (host.open) void draw();
    },
  );
  const open = async (find: () => Promise<readonly ComparedFilm[]>) => {
    const over = store.get().code;
    try {
      const films = await find();
      const comparison = await postComparison(films.map(({ run, cell }) => ({ code: run.code, cell })));
      shown = { over, films, comparison };
      await draw();
    } catch (error) {
      // The board is loaded when it is first asked for, and the server may be gone by then.
      const kind = error instanceof ApiProblem && error.kind !== "offline" ? error.message : null;
      shown = null;
      replace(body, el("p", { role: "alert" }, kind ?? store.get().words.word("page-problem-offline")));
    }
    dialog.open();
  };
  const fixed = async (): Promise<readonly ComparedFilm[]> => {
    const pair = store.get().fixed;
    if (pair === null) return [];
    return [
      { run: pair.before, cell: null, key: "page-compare-before" },
      { run: pair.after, cell: null, key: "page-compare-after" },
    ];
  };
  const asked = (sides: readonly AskedSide[]) => async () => {
    const here = store.get().film?.run;
    const runs = new Map<string, Promise<Run>>();
    for (const { id } of sides) if (id !== null && !runs.has(id)) runs.set(id, getRun(`/s/${id}.json`));
    const found = await Promise.all(sides.map(async ({ id, cell }) => ({ run: id === null ? here : await runs.get(id), cell, key: null })));
    return found.flatMap(({ run, cell, key }) => (run === undefined ? [] : [{ run, cell, key }]));
  };
  return {
    /** The program before a fix and the one after it. */
    open: () => void open(fixed),
    openSides: (sides: readonly AskedSide[]) => void open(asked(sides)),
  };
}
