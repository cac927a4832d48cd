/** The words a film needs: the catalogue without examples, diagnoses and fixes (see `filmWords` in vite.config.ts). */
import { type Lang, makeWords, type Words } from "../locale";

const CATALOGUES: Record<Lang, () => Promise<{ default: string }>> = {
  en: () => import("../../../app/locales/en.ftl?film"),
  zh: () => import("../../../app/locales/zh.ftl?film"),
};

export async function loadFilmWords(lang: Lang): Promise<Words> {
  return makeWords(lang, (await CATALOGUES[lang]()).default);
}
