/**
 * Turns a key and its parameters into one sentence, from the catalogues in gradreel/locales that Python reads as well.
 *
 * Parameters arrive as in gradreel/locale.py: numbers without grouping, booleans as "yes" or "no", null as "none".
 * `parts` gives the same sentence in pieces, so that names can be set as code without any markup in the catalogue.
 */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from "@fluent/bundle";

export const LANGUAGES = ["en", "zh"] as const;
export type Lang = (typeof LANGUAGES)[number];
export type Param = string | number | boolean | null;

/** A run of text and how it is set: names of the snippet as `name`, other code as `code`. */
export interface Part {
  readonly text: string;
  readonly style: "plain" | "name" | "code" | "strong";
}
export type Phrase = readonly Part[];

export interface Words {
  readonly lang: Lang;
  readonly has: (key: string) => boolean;
  readonly word: (key: string, params?: Readonly<Record<string, Param>>) => string;
  readonly parts: (key: string, params?: Readonly<Record<string, Param | Phrase>>) => Phrase;
  readonly list: (items: readonly Phrase[]) => Phrase;
}

const LOCALES: Record<Lang, string> = { en: "en-US", zh: "zh-CN" };
const CATALOGUES: Record<Lang, () => Promise<{ default: string }>> = {
  en: () => import("locales/en.ftl?raw"),
  zh: () => import("locales/zh.ftl?raw"),
};

/** Parameters that hold something from the snippet or from PyTorch; everything else is set as plain text. */
const STYLES: Readonly<Record<string, Part["style"]>> = {
  name: "name",
  node: "name",
  other: "name",
  base: "name",
  root: "name",
  attribute: "code",
  call: "code",
  code: "code",
  function: "code",
  module: "code",
  op: "code",
  view: "code",
  after: "strong",
  current: "strong",
};

// NOTE [Slots] A styled parameter travels through Fluent as private-use characters around its number, and is cut out again.
const SLOT = /\uE000(\d+)\uE001/;

// NOTE [Places] A line that comes with its file (`edit_line` with `edit_file`, `line` with `file`) travels through Fluent as such a slot,
// too. Where the sentence then says "line 5" of it, as page-line does, it says "model.py line 5" instead, as page-line-in-file does.
const LINE_NAME = /(?<=^|_)lines?$/;

export async function loadWords(lang: Lang): Promise<Words> {
  return makeWords(lang, (await CATALOGUES[lang]()).default);
}

/** Throws on a catalogue that cannot be parsed into a bundle. */
export function makeWords(lang: Lang, source: string): Words {
  return wordsOf(lang, new FluentResource(source));
}

/** A catalogue that was parsed when the page was built: patterns by key. An embed loads no parser. */
export type ParsedCatalogue = Readonly<Record<string, FluentResource["body"][number]["value"]>>;

export function wordsOfParsed(lang: Lang, catalogue: ParsedCatalogue): Words {
  return wordsOf(lang, {
    body: Object.entries(catalogue).map(([id, value]) => ({ id, value, attributes: {} }) as FluentResource["body"][number]),
  });
}

function wordsOf(lang: Lang, catalogue: FluentResource): Words {
  const bundle = new FluentBundle(LOCALES[lang], { useIsolating: false });
  const [fault] = bundle.addResource(catalogue);
  if (fault) throw fault;
  const lists = new Intl.ListFormat(LOCALES[lang], { type: "conjunction" });

  const format = (key: string, params: Record<string, FluentVariable>): string => {
    const pattern = bundle.getMessage(key)?.value;
    return pattern ? bundle.formatPattern(pattern, params, []) : key;
  };
  const inPlaces = <Value>(params: Readonly<Record<string, Value>>, worded: (given: Record<string, Value | string>) => string): string => {
    const places: string[] = [];
    const given = mapValues(params, (value, name) => {
      const file = LINE_NAME.test(name) && value !== null ? params[name.replace(LINE_NAME, "file")] : null;
      if (typeof file !== "string") return value;
      return `\uE002${places.push(format("page-line-in-file", { line: `${value}`, file })) - 1}\uE003`;
    });
    if (places.length === 0) return worded(params);
    const line = new RegExp(`([\u4E00-\u9FFF]?)${format("page-line", { line: "\uE002(\\d+)\uE003" })}`, "gi");
    return worded(given).replace(line, (_, before: string, at: string) => `${before}${before && " "}${places[Number(at)]}`);
  };
  return {
    lang,
    has: key => bundle.hasMessage(key),
    word: (key, params = {}) => inPlaces(params, given => format(key, mapValues(given, argument))),
    parts: (key, params = {}) => {
      const slots: Phrase[] = [];
      const slot = (value: Param | Phrase, name: string): FluentVariable => {
        const phrase = phraseOf(value, STYLES[name]);
        return phrase ? `\uE000${slots.push(phrase) - 1}\uE001` : argument(value as Param);
      };
      const phrase = fill(
        inPlaces(params, given => format(key, mapValues(given, slot))),
        slots,
      );
      return lang === "zh" ? closed(phrase) : phrase;
    },
    list: items =>
      lists
        .formatToParts(items.map((_, position) => `${position}`))
        .flatMap(part => (part.type === "element" ? (items[Number(part.value)] ?? []) : [plain(spaced(part.value))])),
  };
}

export function plain(text: string): Part {
  return { text, style: "plain" };
}

export function textOf(phrase: Phrase): string {
  return phrase.map(part => part.text).join("");
}

function phraseOf(value: Param | Phrase, style: Part["style"] | undefined): Phrase | null {
  if (typeof value === "object" && value !== null) return value;
  if (style === undefined || value === null || typeof value === "boolean") return null;
  // NOTE [Selectors] A number stays a number, since a message may select its plural, except the "strong" ones: versions have no plural.
  if (typeof value === "number" && style !== "strong") return null;
  return [{ text: String(value), style }];
}

function fill(text: string, slots: readonly Phrase[]): Phrase {
  return text.split(SLOT).flatMap((piece, position) => (position % 2 ? (slots[Number(piece)] ?? []) : piece ? [plain(piece)] : []));
}

// NOTE [Spacing] Chinese text keeps a space between itself and Latin letters, and none between its own characters. The catalogue
// expects names, so a space is removed where a name is Chinese words, and put around the 和 between two names.
const CHINESE = /[\u3000-\u303F\u4E00-\u9FFF\uFF00-\uFFEF]/;

function closed(phrase: Phrase): Phrase {
  return phrase.map((part, at) => {
    if (part.style !== "plain") return part;
    const [before, after] = [phrase[at - 1]?.text.at(-1) ?? "", phrase[at + 1]?.text[0] ?? ""];
    const start = CHINESE.test(before) ? part.text.trimStart() : part.text;
    return { ...part, text: CHINESE.test(after) ? start.trimEnd() : start };
  });
}

function spaced(separator: string): string {
  return separator === "和" ? " 和 " : separator;
}

function argument(value: Param): FluentVariable {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value;
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, change: (value: In, name: string) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
