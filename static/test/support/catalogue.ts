/** The catalogues as the tests see them: from the files that Python and the page read. */
import english from "locales/en?all";
import chinese from "locales/zh?all";
import { makeWords } from "../../src/narration/fluent";
import type { Lang, Words } from "../../src/narration/locale";

export function source(lang: Lang): string {
  return { en: english, zh: chinese }[lang];
}

export function words(lang: Lang): Words {
  return makeWords(lang, source(lang));
}

export function keys(lang: Lang): readonly string[] {
  return [...source(lang).matchAll(/^([a-z][\w-]*) *=/gm)].map(match => match[1] ?? "");
}
