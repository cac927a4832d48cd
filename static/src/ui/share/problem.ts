/** A request of the share dialog that failed → a sentence in the reader's language: by what the server names it, else by its kind. */

import type { Words } from "../../narration/locale";
import { ApiProblem } from "../../page/api";
import { problemWords } from "../notices";

export function problemText(words: Words, error: unknown): string {
  if (!(error instanceof ApiProblem)) return words.word("share-problem-file");
  const key = `share-problem-${error.reason}`;
  if (words.has(key)) return words.word(key, { seconds: error.retryAfter ?? 1 });
  const { title, why } = problemWords(words, error);
  return `${title}${words.lang === "zh" ? "：" : ". "}${why}`;
}
