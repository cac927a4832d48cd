/** A request of the share dialog that failed → a sentence in the reader's language: by what the server names it, else by its kind. */
import { ApiProblem } from "../../api";
import type { Words } from "../../locale";
import { problemWords } from "../notices";

export function problemText(words: Words, error: unknown): string {
  if (!(error instanceof ApiProblem)) return words.word("share-problem-file");
  const key = `share-problem-${error.reason}`;
  if (words.has(key)) return words.word(key, { seconds: error.retryAfter ?? 1 });
  const { title, why } = problemWords(words, error);
  return `${title}${words.lang === "zh" ? "：" : ". "}${why}`;
}
