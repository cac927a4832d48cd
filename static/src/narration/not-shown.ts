/** Turns what the tracer could not show into sentences: one for each kind, with its lines. */
import type { NotShown } from "../trace/contract";
import type { Words } from "./locale";

const MAX_LISTED = 3;

/** Sentences in the order in which the kinds began; `count` is how many threads, ops, modules or nodes each kind was. */
export function notShownSentences(words: Words, unshown: readonly NotShown[]): readonly string[] {
  const kinds = [...new Set(unshown.map(({ kind }) => kind))];
  return kinds.map(kind => {
    const entries = unshown.filter(entry => entry.kind === kind);
    const lines = distinct(entries.flatMap(({ line }) => (line === null ? [] : [line])));
    return words.word(`page-unshown-${kind.replace("_", "-")}`, {
      count: entries.reduce((sum, entry) => sum + entry.count, 0),
      what: listed(distinct(entries.map(({ what }) => what)).filter(Boolean)),
      lines: listed(lines),
    });
  });
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

function listed(values: readonly (string | number)[]): string {
  return values.slice(0, MAX_LISTED).join(", ") + (values.length > MAX_LISTED ? ", …" : "");
}
