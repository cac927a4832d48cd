/** Words from the whole catalogue in Fluent's syntax, which the playground loads. */
import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import { type Lang, LOCALES, type Words, wordsOf } from "./locale";

const CATALOGUES: Record<Lang, () => Promise<{ default: string }>> = {
  en: () => import("locales/en?all"),
  zh: () => import("locales/zh?all"),
};

export async function loadWords(lang: Lang): Promise<Words> {
  return makeWords(lang, (await CATALOGUES[lang]()).default);
}

/** Throws on a catalogue that cannot be parsed into a bundle. */
export function makeWords(lang: Lang, source: string): Words {
  const bundle = new FluentBundle(LOCALES[lang], { useIsolating: false });
  const [fault] = bundle.addResource(new FluentResource(source));
  if (fault) throw fault;
  const argument = (value: string | number) => (typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value);
  return wordsOf(lang, {
    has: key => bundle.hasMessage(key),
    format: (key, params) => {
      const pattern = bundle.getMessage(key)?.value;
      const given = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, argument(value)]));
      return pattern ? bundle.formatPattern(pattern, given, []) : key;
    },
  });
}
