/**
 * Turns a key and its parameters into one sentence, from the catalogues in gradreel/locales that Python reads as well: read as they are
 * (fluent.ts), or compiled when the page was built (compiled.ts).
 *
 * Parameters arrive as in gradreel/locale.py: numbers without grouping, booleans as "yes" or "no", null as "none".
 * `parts` gives the same sentence in pieces, so that names can be set as code without any markup in the catalogue.
 */
export const LANGUAGES = ["en", "zh"] as const;
export type Lang = (typeof LANGUAGES)[number];
export type Param = string | number | boolean | null;

/** A run of text and how it is set: names of the snippet as `name`, other code as `code`; of a formula with what is a name in it. */
export interface Part {
  readonly text: string;
  readonly style: "plain" | "name" | "code" | "strong";
  readonly formula?: FormulaNames;
}
/** What names of the program a formula has, and what it calls the gradient that comes in. */
export interface FormulaNames {
  readonly names: readonly string[];
  readonly incoming: string;
}
export type Phrase = readonly Part[];

export interface Words {
  readonly lang: Lang;
  readonly has: (key: string) => boolean;
  readonly word: (key: string, params?: Readonly<Record<string, Param>>) => string;
  readonly parts: (key: string, params?: Readonly<Record<string, Param | Phrase>>) => Phrase;
  readonly list: (items: readonly Phrase[]) => Phrase;
}

/** Messages of one language. */
export interface Catalogue {
  readonly has: (key: string) => boolean;
  /** Numbers are written without grouping, and may choose a plural; a key that is not there gives itself. */
  readonly format: (key: string, params: Readonly<Record<string, string | number>>) => string;
}

export const LOCALES: Record<Lang, string> = { en: "en-US", zh: "zh-CN" };

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
  place: "code",
  unchecked: "code",
  meant: "code",
  after: "strong",
  current: "strong",
};

// NOTE [Slots] A styled parameter travels through the catalogue as private-use characters around its number, and is cut out again.
const SLOT = /\uE000(\d+)\uE001/;

// NOTE [Places] A line that comes with its file (`edit_line` with `edit_file`, `line` with `file`) travels through the catalogue as such a slot,
// too. Where the sentence then says "line 5" of it, as page-line does, it says "model.py line 5" instead, as page-line-in-file does.
const LINE_NAME = /(?<=^|_)lines?$/;

export function wordsOf(lang: Lang, { has, format }: Catalogue): Words {
  const lists = new Intl.ListFormat(LOCALES[lang], { type: "conjunction" });
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
    has,
    word: (key, params = {}) => inPlaces(params, given => format(key, mapValues(given, argument))),
    parts: (key, params = {}) => {
      const slots: Phrase[] = [];
      const slot = (value: Param | Phrase, name: string): string | number => {
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

/** The messages of both; those of `more` where it has them. */
export function joined(words: Words, more: Words): Words {
  const of = (key: string) => (more.has(key) ? more : words);
  return {
    ...words,
    has: key => of(key).has(key),
    word: (key, params) => of(key).word(key, params),
    parts: (key, params) => of(key).parts(key, params),
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

function argument(value: Param): string | number {
  if (value === null) return "none";
  return typeof value === "boolean" ? (value ? "yes" : "no") : value;
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, change: (value: In, name: string) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
