/** Shows the author's notes in an embed and in a film in a file: loaded only where there are some, with their words. */

import type { ToLine } from "../../editor/contract";
import { wordsOfCompiled } from "../../narration/compiled";
import type { Lang } from "../../narration/locale";
import { NO_NOTES } from "../../notes/draft";
import type { Actions } from "../../page/actions";
import type { PageStore } from "../../page/state";
import { followTold, openAsTold } from "../../page/told";
import type { ShownNotes } from "../../trace/contract";
import { stepAt } from "../../trace/film";
import { createNotePanel } from "../../ui/notes/panel";

const CATALOGUES = {
  en: () => import("locales/en?notes"),
  zh: () => import("locales/zh?notes"),
};

/** `notes` is what the server has put into the page; `toLine` null where no code is shown. The answer moves the film to where they open it. */
export async function showNotes(
  host: HTMLElement,
  notes: string,
  store: PageStore,
  actions: Actions,
  toLine: ToLine | null,
): Promise<() => void> {
  const { words, code } = store.get();
  const lang: Lang = words.lang;
  const own = wordsOfCompiled(lang, (await CATALOGUES[lang]()).default);
  const part = (name: string) => host.querySelector(name) as HTMLElement;
  const markLines = toLine && ((linesOf: (file: number) => readonly number[]) => mark(host, linesOf(fileAt(store))));
  createNotePanel(part("#narration"), part("#stage"), store, {
    words: own,
    goTo: actions.goTo,
    select: null,
    toLine,
    ...(markLines && { markLines }),
  });
  store.set({ notes: { id: null, code, written: NO_NOTES, shown: JSON.parse(notes) as ShownNotes } });
  followTold(store, actions.goTo);
  return () => openAsTold(store, actions.goTo);
}

/** The code shows the file of the step. */
function fileAt(store: PageStore): number {
  const { film, position } = store.get();
  return (film && stepAt(film, position)?.file) ?? 0;
}

function mark(host: HTMLElement, lines: readonly number[]): void {
  host.querySelectorAll(".lines > li").forEach((row, at) => void row.classList.toggle("pointed-line", lines.includes(at + 1)));
}
