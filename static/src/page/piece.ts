/**
 * Asks the server what a piece of code shows without being run: after a run that could not do what the code is about, and of code that does
 * nothing by itself. Nothing is run for that, and no call is added that the reader has not asked for.
 */
import type { Lang } from "../narration/locale";
import { hasCells } from "../snippet/cells";
import { doesNothing } from "../snippet/piece";
import { type Ending, endingsOf } from "../trace/cells";
import type { OfferedCall, Reading } from "../trace/contract";
import { ApiProblem, postReading } from "./api";
import type { Page, PagePiece, PageStore } from "./state";

const MISSING = new Set(["NameError", "ModuleNotFoundError", "ImportError"]);
/** Of what comes in one go: nobody types several ends of lines at once. */
const PASTED_ENDS = 2;

type Ask = (text: string, code: string, lang: Lang) => Promise<Reading>;

export function followPieces(store: PageStore, ask: Ask = postReading): void {
  let last = "";
  store.watch(
    page => [page.code, page.film, page.words.lang] as const,
    ([code]) => {
      const before = last;
      last = code;
      const page = store.get();
      const isKnown = page.piece?.code === code;
      const isPasted = endsOfLinesIn(before, code) >= PASTED_ENDS && doesNothing(code);
      if (saysLittle(page) || isPasted || isKnown) void askPiece(store, ask);
    },
  );
}

/** How many ends of lines are in the part of a text that is new. */
function endsOfLinesIn(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let behind = 0;
  while (behind < most - from && before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  return after.slice(from, after.length - behind).split("\n").length - 1;
}

/** Read the code in the editor, unless that was done in this language. */
export async function askPiece(store: PageStore, ask: Ask = postReading): Promise<void> {
  const { code, words, piece } = store.get();
  if (piece?.code === code && piece.lang === words.lang && piece.problem === null) return;
  const set = (answer: Reading | null, problem: ApiProblem | null) => {
    const now = store.get();
    if (now.code === code && now.words.lang === words.lang) store.set({ piece: { code, lang: words.lang, answer, problem } });
  };
  set(piece?.code === code ? piece.answer : null, null);
  try {
    set(await ask("", code, words.lang), null);
  } catch (error) {
    set(null, error instanceof ApiProblem ? error : new ApiProblem("server", String(error)));
  }
}

/** The film of the code in the editor stopped for want of a name or a library, or has no tensor. */
export function saysLittle({ film, code }: Pick<Page, "film" | "code">): boolean {
  if (film === null || film.run.code !== code || film.run.diagnoses.some(({ severity }) => severity === "error")) return false;
  const isMissing = ({ failure }: Ending) => failure.kind === "python_error" && MISSING.has(failure.exception_type ?? "");
  const endings = endingsOf(film.run);
  // Beside a cell that is a fragment, the others may say what happens.
  if (endings.some(isMissing)) return !(endings.some(({ cell }) => cell !== null) && film.run.events.some(({ kind }) => kind === "op"));
  return film.run.tensors.length === 0 && film.run.outcome.failure === null && doesNothing(code);
}

/** What is shown of the code in the editor: not beside a film that says what happens. */
export function shownPiece(page: Page): PagePiece | null {
  const { piece, code, film } = page;
  if (piece === null || piece.code !== code) return null;
  const told = piece.answer?.piece;
  if (piece.problem === null && !told) return null;
  if (film?.run.code === code && !saysLittle(page)) return null;
  const worth =
    !told || told.edits.length > 0 || told.modules.some(({ made }) => !made) || told.missing.length > 0 || told.libraries.length > 0;
  return worth ? piece : null;
}

/** The code with the call of a module behind it, as a cell where it has cells, and with the imports that it lacks in front. */
export function withCall(code: string, { call }: OfferedCall, imports: readonly string[]): string {
  if (call === null) return code;
  const isCells = hasCells(code);
  const lines = imports.join("\n");
  const front = imports.length === 0 ? "" : isCells ? `# %%\n${lines}\n\n` : `${lines}\n`;
  return `${front}${code.trimEnd()}\n\n${isCells ? "# %%\n" : ""}${call}\n`;
}
