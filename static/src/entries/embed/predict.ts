/** Asks questions in an embed: loaded only where the embed's address wants them, with their words. */
import { wordsOfCompiled } from "../../narration/compiled";
import type { Lang } from "../../narration/locale";
import type { Actions } from "../../page/actions";
import type { PageStore } from "../../page/state";
import { createPredict } from "../../ui/predict";

const CATALOGUES = {
  en: () => import("locales/en?predict"),
  zh: () => import("locales/zh?predict"),
};

export async function askIn(host: HTMLElement, store: PageStore, actions: Actions): Promise<void> {
  const lang: Lang = store.get().words.lang;
  createPredict(host, store, actions, { words: wordsOfCompiled(lang, (await CATALOGUES[lang]()).default) });
}
