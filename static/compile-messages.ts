/** Turns Fluent messages into the few forms that src/narration/compiled.ts writes out, while the page is built. */
import { FluentResource } from "@fluent/bundle";
import type { CompiledCatalogue, CompiledChoice, CompiledMessage } from "./src/narration/compiled.ts";

type Pattern = NonNullable<FluentResource["body"][number]["value"]>;
type Part = Exclude<Pattern, string>[number];
type Placeable = Exclude<Part, string>;
type Select = Extract<Placeable, { type: "select" }>;

/** Keys that a film without the playground around it says: its steps, its stage, its transport; those of its questions, of notes, and of an animation. */
const KEYS = {
  film: /^(?:step|stage(?!-legend|-minimap)|page-(?:back|backward|badge|count|edit-chapter|editor(?!-hint|-leave)|files|first(?!-visit)|forward|last|line|loop|narration|pause|play|speed|tick|timeline|update))\b/,
  predict: /^predict-/,
  pictures: /^(?:overview-|page-show(?:-(?:story|overview|all))? =)/,
  notes: /^notes-(?!edit-)/,
  animation: /^animation-/,
};

export function isPart(name: string | undefined): name is keyof typeof KEYS {
  return name !== undefined && name in KEYS;
}

/** The part of a catalogue that a film needs. */
export function messagesOf(part: keyof typeof KEYS, source: string): string {
  const entries = source.split(/^(?=[a-z#])/m);
  return entries.filter(entry => KEYS[part].test(entry)).join("");
}

/** Throws on what a film's messages do not use: attributes, functions, references to other messages, braces in text. */
export function compileMessages(source: string): CompiledCatalogue {
  const messages = new FluentResource(source).body.map(({ id, value, attributes }) => {
    if (value === null || Object.keys(attributes).length > 0) throw new Error(`${id}: a film's message is one text, without attributes`);
    return [id, compile(value)] as const;
  });
  return Object.fromEntries(messages);
}

function compile(pattern: Pattern): CompiledMessage {
  const parts = (typeof pattern === "string" ? [pattern] : pattern).map(compilePart);
  const joined: (string | CompiledChoice)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  const [only] = joined;
  return joined.length === 1 && typeof only === "string" ? only : joined;
}

function compilePart(part: Part): string | CompiledChoice {
  if (typeof part !== "string" && part.type === "select") return compileSelect(part);
  if (typeof part !== "string" && part.type === "var") return `{${part.name}}`;
  const text = typeof part === "string" ? part : part.type === "str" ? part.value : null;
  if (text === null || /[{}]/.test(text)) throw new Error(`a film's message has ${JSON.stringify(part)}, which is not compiled`);
  return text;
}

function compileSelect({ selector, variants, star }: Select): CompiledChoice {
  if (selector.type !== "var") throw new Error(`a film's message selects by ${selector.type}, which is not compiled`);
  const texts = Object.fromEntries(variants.map(({ key, value }) => [`${key.value}`, compile(value)]));
  const otherwise = `${variants[star]?.key.value}`;
  return otherwise === "other" ? [selector.name, texts] : [selector.name, texts, otherwise];
}
