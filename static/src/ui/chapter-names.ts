/** Names of chapters and of folds of rounds, in full and in fewer words. */
import type { Words } from "../narration/locale";
import { cellSign } from "../trace/cells";
import type { Chapter } from "../trace/chapters";
import { isFold, type RoundFold, type TimelinePart, type WholeCell } from "../trace/sections";

type Wording = Pick<Words, "word">;

const KEYS: Readonly<Record<Chapter["kind"], string>> = {
  forward: "page-forward-pass",
  backward: "page-backward-pass",
  update: "page-update-chapter",
};

/** `iteration 2 · backward: steps 40 to 62`. */
export function longName(part: TimelinePart, words: Words): string {
  if (isFold(part)) return words.word("page-chapter-rounds-long", { first: part.first, last: part.last });
  const own = nameOf(part, words);
  const isInCell = part.cell !== undefined && part.kind !== "cell";
  const name = isInCell ? words.word("page-chapter-in-cell", { cell: part.cell ?? 0, name: own }) : own;
  return words.word("page-chapter-steps", { name, from: part.from + 1, to: part.to + 1 });
}

/** From the longest to the shortest; the number of a round stands at its first chapter. */
export function shortNames(part: TimelinePart, before: TimelinePart | null, words: Wording): readonly string[] {
  if (isFold(part)) {
    const count = part.last - part.first + 1;
    return [words.word("page-chapter-rounds", { count }), `× ${count}`, `${count}`];
  }
  const { cell } = part;
  if (part.kind === "cell") return [nameOf(part, words), ...(cell === undefined ? [] : [cellSign(cell), `${cell}`])];
  const opensCell = cell !== undefined && (before === null || isFold(before) || before.cell !== cell);
  const names = namesInCell(part, before, words);
  return opensCell ? namesWithCell(cell, names) : names;
}

/** Names of the first chapter of a cell. */
export function namesWithCell(cell: number, names: readonly string[]): readonly string[] {
  return [...names.map(name => `${cellSign(cell)} ${name}`), cellSign(cell)];
}

export function kindName(kind: Chapter["kind"], words: Wording): string {
  return words.word(KEYS[kind]);
}

function namesInCell(part: Exclude<TimelinePart, RoundFold | WholeCell>, before: TimelinePart | null, words: Wording): readonly string[] {
  if (part.kind === "round") return [nameOf(part, words), `${part.round}`];
  const kind = kindName(part.kind, words);
  const begins = part.round !== null && !(before !== null && !isFold(before) && before.round === part.round);
  return begins ? [nameOf(part, words), `${part.round} · ${kind}`, `${part.round}`] : [kind];
}

function nameOf({ kind, round, cell = 0 }: Exclude<TimelinePart, RoundFold>, words: Wording): string {
  if (kind === "cell") return words.word("page-chapter-cell", { cell });
  if (kind === "round") return words.word("stage-iteration", { number: round ?? 0 });
  const name = kindName(kind, words);
  return round === null ? name : words.word("page-chapter-round", { round, name });
}
