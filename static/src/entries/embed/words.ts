/** The words a film needs: the catalogue without examples, diagnoses and fixes (see `catalogues` in vite.config.ts). */
import { wordsOfCompiled } from "../../narration/compiled";
import type { Lang, Words } from "../../narration/locale";

const CATALOGUES = {
  en: () => import("locales/en?film"),
  zh: () => import("locales/zh?film"),
};

export async function loadFilmWords(lang: Lang): Promise<Words> {
  return wordsOfCompiled(lang, (await CATALOGUES[lang]()).default);
}
