/** The catalogues as the tests see them: from the files that Python and the page read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Lang, makeWords, type Words } from "../../src/locale";

export function source(lang: Lang): string {
  return readFileSync(join(import.meta.dirname, `../../../app/locales/${lang}.ftl`), "utf8");
}

export function words(lang: Lang): Words {
  return makeWords(lang, source(lang));
}

export function keys(lang: Lang): readonly string[] {
  return [...source(lang).matchAll(/^([a-z][\w-]*) *=/gm)].map(match => match[1] ?? "");
}
