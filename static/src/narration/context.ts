/** What every sentence of the narration is made from: the event, and the names of tensors, nodes and code at that event. */
import { callName, nodeOf } from "../trace/history";
import type { TraceIndex } from "../trace/index";
import { keptStateOf } from "../trace/kept-state";
import { exactText } from "../trace/labels";
import type { Phrase, Words } from "./locale";

const MAX_CODE_CHARS = 60;
const MAX_LISTED = 3;
const MAX_MESSAGE_CHARS = 180;

export interface NarrationContext {
  readonly index: TraceIndex;
  readonly words: Words;
  /** The last event that has happened. */
  readonly now: number;
}

export function savedItem(context: NarrationContext, tensor: string, version: number): Phrase {
  return savedNumber(context, tensor) ?? context.words.parts("step-saved-item", { name: nameOf(context, tensor), version });
}

/** The Python number that PyTorch made a saved tensor of, as in `x * 2`; null for any other tensor, and where its value is not known. */
export function savedNumber({ index, words }: Pick<NarrationContext, "index" | "words">, id: string): Phrase | null {
  const isNumber = index.savesByTensor.get(id)?.some(({ storage_bytes }) => storage_bytes === 0);
  const text = isNumber ? exactText(index.tensors.get(id)?.value ?? null) : null;
  return text === null ? null : words.parts("step-number", { code: text });
}

export function tensors(context: NarrationContext, ids: readonly string[]): Phrase {
  return listPhrases(context, unique(ids.map(id => ({ key: id, phrase: nameOf(context, id) }))));
}

/** The first few of a list, and how many more there are. */
export function listPhrases(context: Pick<NarrationContext, "words">, items: readonly Phrase[]): Phrase {
  if (items.length <= MAX_LISTED + 1) return context.words.list(items);
  const more = context.words.parts("step-more", { count: items.length - MAX_LISTED });
  return context.words.list([...items.slice(0, MAX_LISTED), more]);
}

export function nameOf({ index, words, now }: NarrationContext, id: string): Phrase {
  return describeTensor(index, words, id, now);
}

/** The snippet's name for a tensor, or what it is a view of, as diagnoses call it; else the name of what stands for it, or its op. */
export function describeTensor(index: TraceIndex, words: Words, id: string, now: number): Phrase {
  const { base = null, event = -1 } = index.tensors.get(id) ?? {};
  const called = callName(index, id, now);
  const viewed = called === null && base !== null ? callName(index, base, now) : null;
  if (viewed !== null) return words.parts("step-view-of", { name: viewed });
  const name = called ?? callName(index, index.visible.shownAs(id) ?? id, now);
  if (name !== null) return [{ text: name, style: "name" }];
  const state = keptStateOf(index, id);
  const keeper = state && callName(index, state.tensor, now);
  if (state && keeper) return words.parts("step-state-of", { owner: state.owner, name: keeper });
  const made = index.run.events[event];
  if (made?.kind === "op" && made.outputs.includes(id)) return words.parts("step-result-of", { op: made.name });
  return savedNumber({ index, words }, id) ?? words.parts("step-unnamed");
}

export function nodeName(index: TraceIndex, id: string | null): string {
  return nodeOf(index, id)?.name ?? "?";
}

export function unique<Item>(items: readonly { readonly key: string; readonly phrase: Item }[]): readonly Item[] {
  return [...new Map(items.map(item => [item.key, item.phrase])).values()];
}

export function shorten(text: string): string {
  return text.length > MAX_CODE_CHARS ? `${text.slice(0, MAX_CODE_CHARS - 1)}…` : text;
}

export function firstLine(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length > MAX_MESSAGE_CHARS ? `${line.slice(0, MAX_MESSAGE_CHARS - 1)}…` : line;
}
