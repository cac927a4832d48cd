/** Asks the server what a pasted traceback says, whenever a text with one was read, and again in another language. */
import type { Lang } from "../narration/locale";
import { mayHoldError } from "../snippet/published/errors";
import type { Reading } from "../trace/contract";
import { ApiProblem, postReading } from "./api";
import type { PageStore } from "./state";

/** What the server reads of a text at most, in bytes of UTF-8. */
const MAX_BYTES = 65_536;
/** Room for what stands for half a character at the cut. */
const CUT_BYTES = MAX_BYTES - 8;

type Ask = (text: string, code: string | null, lang: Lang) => Promise<Reading>;

export function followReadings(store: PageStore, ask: Ask = postReading): void {
  store.watch(
    page => [page.cleaned, page.words.lang] as const,
    ([cleaned]) => {
      if (cleaned !== null) void askReading(store, ask);
    },
  );
}

/** Read the text that was pasted last; a text without an error has no reading. */
export async function askReading(store: PageStore, ask: Ask = postReading): Promise<void> {
  const { cleaned, words } = store.get();
  if (cleaned === null) return;
  if (cleaned.before === null || !mayHoldError(cleaned.before)) {
    store.set({ reading: null });
    return;
  }
  const { text, isPart } = endOf(cleaned.before);
  const code = cleaned.cells !== null && !endOf(cleaned.after).isPart ? cleaned.after : null;
  const set = (answer: Reading | null, problem: ApiProblem | null) => {
    if (store.get().cleaned === cleaned && store.get().words.lang === words.lang)
      store.set({ reading: { of: cleaned, answer, problem, isPart } });
  };
  try {
    set(await ask(text, code, words.lang), null);
  } catch (error) {
    set(null, error instanceof ApiProblem ? error : new ApiProblem("server", String(error)));
  }
}

/** The error stands at the end of a log. */
function endOf(text: string): { readonly text: string; readonly isPart: boolean } {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= MAX_BYTES ? { text, isPart: false } : { text: new TextDecoder().decode(bytes.subarray(-CUT_BYTES)), isPart: true };
}
