/**
 * Words from a catalogue that was compiled when the page was built (static/compile-messages.ts): an embed loads no Fluent.
 *
 * A message is a text with its parameters as `{name}`, or a list of texts and choices. It reads as Fluent would write it.
 */
import { type Lang, LOCALES, type Words, wordsOf } from "./locale";

/** Texts by the value of a parameter or the plural of its number, and the key of the text for any other value where that is not "other". */
export type CompiledChoice = readonly [parameter: string, texts: Readonly<Record<string, CompiledMessage>>, otherwise?: string];
export type CompiledMessage = string | readonly (string | CompiledChoice)[];
export type CompiledCatalogue = Readonly<Record<string, CompiledMessage>>;

export function wordsOfCompiled(lang: Lang, catalogue: CompiledCatalogue): Words {
  const plurals = new Intl.PluralRules(LOCALES[lang]);
  const numbers = new Intl.NumberFormat(LOCALES[lang], { useGrouping: false });
  return wordsOf(lang, {
    has: key => key in catalogue,
    format: (key, params) => {
      const chosen = ([name, texts, otherwise = "other"]: CompiledChoice): CompiledMessage => {
        const value = params[name];
        const exact = texts[`${value}`] ?? (typeof value === "number" ? texts[plurals.select(value)] : undefined);
        return exact ?? texts[otherwise] ?? "";
      };
      const write = (message: CompiledMessage): string =>
        typeof message === "string"
          ? message.replace(/{(\w+)}/g, (_, name) => {
              const value = params[name] ?? `{$${name}}`;
              return typeof value === "number" ? numbers.format(value) : value;
            })
          : message.map(part => write(typeof part === "string" ? part : chosen(part))).join("");
      return write(catalogue[key] ?? key);
    },
  });
}
