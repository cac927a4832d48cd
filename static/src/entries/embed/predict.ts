/** Asks questions in an embed: loaded only where the embed's address wants them, with their words. */
import { type Lang, wordsOfParsed } from "../../narration/locale";
import type { Actions } from "../../page/actions";
import type { PageStore } from "../../page/state";
import { createPredict } from "../../ui/predict";

const CATALOGUES = {
  en: () => import("locales/en.ftl?predict"),
  zh: () => import("locales/zh.ftl?predict"),
};

export async function askIn(host: HTMLElement, store: PageStore, actions: Actions): Promise<void> {
  const lang: Lang = store.get().words.lang;
  createPredict(host, store, actions, { words: wordsOfParsed(lang, (await CATALOGUES[lang]()).default) });
}
