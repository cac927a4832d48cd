/** Turns what the tracer could not show into sentences: one for each kind, with its lines. */
import { groupBy } from "../trace/collections";
import type { NotShown } from "../trace/contract";
import { lineOf, type SourceText } from "../trace/sources";
import type { Words } from "./locale";

const MAX_LISTED = 3;

/** Sentences in the order in which the kinds began; `count` is how many threads, ops, modules or nodes each kind was. */
export function notShownSentences(
  words: Words,
  unshown: readonly NotShown[],
  index: { readonly sources: readonly SourceText[] } = { sources: [] },
): readonly string[] {
  return [...groupBy(unshown, ({ kind, file }) => `${kind} ${file}`).values()].map(entries => {
    const lines = distinct(entries.flatMap(({ line }) => (line === null ? [] : [line])));
    return words.word(`page-unshown-${entries[0]?.kind.replace("_", "-")}`, {
      count: entries.reduce((sum, entry) => sum + entry.count, 0),
      what: listed(distinct(entries.map(({ what }) => what)).filter(Boolean)),
      ...lineOf(index, { line: null, file: entries[0]?.file ?? 0 }),
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
