/** A question about what a film shows next: what is asked, what may be answered, which answer is right and what that claims of PyTorch. */
import type { Param } from "../narration/locale";

export type QuestionKind = "edit" | "backward" | "saver" | "leaf" | "grad" | "value" | "saves" | "fills" | "node";

/** A sentence of the catalogue, without its words. */
export interface Sentence {
  readonly key: string;
  readonly params: Readonly<Record<string, Param>>;
}

export interface Question {
  readonly id: string;
  readonly kind: QuestionKind;
  /** The film stops before this position. */
  readonly position: number;
  readonly ask: Sentence;
  /** Two to four, each with its own words. */
  readonly options: readonly Sentence[];
  /** Which of the options is right. */
  readonly right: number;
  /** Why it is. */
  readonly because: Sentence;
  /** For each option: why it is not the answer, where more is to be said of it than why the right one is. */
  readonly whyNot: readonly (Sentence | null)[];
  readonly claim: Claim;
}

/** What the right answer says of the program, for checking it without the film: the test runs the program as plain PyTorch. */
export interface Claim {
  /** The line that it is about, and how many times that line had begun by then; null where the program is over. */
  readonly line: number | null;
  readonly times: number;
  /** The answer, and what the wrong options say. */
  readonly says: string;
  readonly not: readonly string[];
  readonly name: string | null;
}

/** A question before its options are put in order. */
export interface Draft {
  readonly kind: QuestionKind;
  readonly event: number;
  readonly position: number;
  readonly ask: Sentence;
  /** The right one first. */
  readonly options: readonly Option[];
  readonly because: Sentence;
  readonly line: number | null;
  readonly times: number;
  readonly name: string | null;
}

export interface Option {
  readonly sentence: Sentence;
  readonly says: string;
  /** Where it stands among the others; those of one question are of one type. */
  readonly rank: number;
  /** Told to whoever chose it although it is wrong. */
  readonly whyNot?: Sentence | null;
}

const MAX_OPTIONS = 4;

export function sentence(key: string, params: Sentence["params"] = {}): Sentence {
  return { key, params };
}

/** Put the options in an order that does not tell which is right; null where nothing is left to choose from. */
export function questionOf(draft: Draft): Question | null {
  const distinct = draft.options.filter(({ says }, at) => draft.options.findIndex(other => other.says === says) === at);
  const [right] = distinct;
  if (right === undefined || distinct.length < 2) return null;
  const options = distinct.slice(0, MAX_OPTIONS).sort((a, b) => a.rank - b.rank);
  const { kind, event, position, ask, because, line, times, name } = draft;
  const not = options.filter(option => option !== right).map(({ says }) => says);
  return {
    id: `${kind}-${event}`,
    kind,
    position,
    ask,
    options: options.map(option => option.sentence),
    right: options.indexOf(right),
    because,
    whyNot: options.map(option => (option === right ? null : (option.whyNot ?? null))),
    claim: { line, times, says: right.says, not, name },
  };
}

/** A place among the options that follows from the words alone, so that the same film always asks the same. */
export function rankOf(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash;
}
