/** Names of chapters and of folds of rounds, in full and in fewer words. */
import type { Words } from "../../narration/locale";
import type { Chapter } from "../../trace/chapters";
import type { RoundFold, TimelinePart } from "../../trace/sections";
import { isFold } from "./axis";

const KEYS: Readonly<Record<Chapter["kind"], string>> = {
  forward: "page-forward-pass",
  backward: "page-backward-pass",
  update: "page-update-chapter",
};

/** `iteration 2 · backward: steps 40 to 62`. */
export function longName(part: TimelinePart, words: Words): string {
  if (isFold(part)) return words.word("page-chapter-rounds-long", { first: part.first, last: part.last });
  const name = nameOf(part, words);
  return words.word("page-chapter-steps", { name, from: part.from + 1, to: part.to + 1 });
}

/** From the longest to the shortest; the number of a round stands at its first chapter. */
export function shortNames(part: TimelinePart, before: TimelinePart | null, words: Words): readonly string[] {
  if (isFold(part)) {
    const count = part.last - part.first + 1;
    return [words.word("page-chapter-rounds", { count }), `× ${count}`, `${count}`];
  }
  if (part.kind === "round") return [nameOf(part, words), `${part.round}`];
  const kind = words.word(KEYS[part.kind]);
  const begins = part.round !== null && !(before !== null && !isFold(before) && before.round === part.round);
  return begins ? [nameOf(part, words), `${part.round} · ${kind}`, `${part.round}`] : [kind];
}

function nameOf({ kind, round }: Exclude<TimelinePart, RoundFold>, words: Words): string {
  if (kind === "round") return words.word("stage-iteration", { number: round ?? 0 });
  const name = words.word(KEYS[kind]);
  return round === null ? name : words.word("page-chapter-round", { round, name });
}
