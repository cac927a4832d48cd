/** Says of a text that it is too long to be in the editor. */
import type { Words } from "../narration/locale";
import type { LeftOut } from "../page/state";
import { MAX_READING_MS } from "../snippet/reading/reader";

export function leftOutText(words: Words, { why, size, limit }: Pick<LeftOut, "why" | "size" | "limit">): string {
  return words.word(`page-left-out-${why}`, { size, limit, seconds: MAX_READING_MS / 1000 });
}
