/** The card of a pasted error: what its message states, where to look in the code, and how to see it happen; or that of a piece of code. */
import { type Child, el, replace } from "../dom/dom";
import { icon } from "../dom/icons";
import type { ToLine } from "../editor/contract";
import type { Words } from "../narration/locale";
import type { Actions } from "../page/actions";
import { shownPiece } from "../page/piece";
import { askReading } from "../page/reading";
import type { Page, PageReading, PageStore } from "../page/state";
import type { Example, Reading } from "../trace/contract";
import { problemWords } from "./notices";
import { pieceCard } from "./piece";

export interface ReadingOptions {
  readonly actions: Actions;
  readonly toLine: ToLine;
}

/** Where the panes lie side by side the card is beside the text, in the place of a film; with a film of the text it is below the text. */
interface Places {
  readonly beside: HTMLElement;
  readonly below: HTMLElement;
}

export function createReading({ beside, below }: Places, store: PageStore, options: ReadingOptions): void {
  store.watch(
    page => [page.words, shownReading(page), page.examples, shownReading(page) ? null : shownPiece(page)] as const,
    ([words, reading, , piece], page) => {
      const card = () => (reading ? cardOf(words, reading, page, store, options) : piece && pieceCard(words, piece, store, options));
      for (const host of [beside, below]) replace(host, card());
      below.hidden = reading === null && piece === null;
    },
  );
  store.watch(
    page => {
      const reading = shownReading(page);
      const isPiece = reading === null && shownPiece(page) !== null;
      const isBeside = (reading !== null && isFilmFree(page)) || (isPiece && isStageFree(page));
      return [isBeside, isPiece, isFilmAway(page)] as const;
    },
    ([isBeside, isPiece, isAway]) => {
      beside.hidden = !isBeside;
      beside.parentElement?.toggleAttribute("data-covered", isBeside);
      // What the inspector, the sentence and the timeline have is of the film that is away.
      document.documentElement.toggleAttribute("data-film-away", isAway);
      if (isAway && store.get().playing) store.set({ playing: false });
      below.classList.toggle("one-pane", isBeside && !isPiece);
      below.classList.toggle("beside", isBeside && isPiece);
    },
  );
}

/** A card stands in the place of the film, which is of other code. */
export function isFilmAway(page: Page): boolean {
  return isFilmFree(page) && (shownReading(page) !== null || shownPiece(page) !== null);
}

/** What is in the place of the film is of other code. */
function isFilmFree({ film, code, request }: Page): boolean {
  // Without a film, what went wrong with a request is told in the same place.
  const isTaken = request.kind === "running" || request.kind === "waiting" || (request.kind === "failed" && film === null);
  return film?.run.code !== code && !isTaken;
}

/** There is no film in the place of it, or one without a tensor. */
function isStageFree(page: Page): boolean {
  return isFilmFree(page) || (page.film?.run.tensors.length === 0 && ["idle", "refused"].includes(page.request.kind));
}

/**
 * What is read of the text in the editor. A film of it that shows what is wrong says more; and where a program was found, an error that is
 * none of autograd is no reason for a card.
 */
export function shownReading({ reading, cleaned, code, film }: Page): PageReading | null {
  if (reading === null || reading.of !== cleaned || code !== cleaned.after) return null;
  if (film?.run.code === code && film.run.diagnoses.some(({ severity }) => severity === "error")) return null;
  return cleaned.cells !== null && (reading.answer?.kind ?? null) === null ? null : reading;
}

function cardOf(words: Words, { answer, problem, isPart }: PageReading, page: Page, store: PageStore, options: ReadingOptions): Child {
  if (answer === null) return problem && problemCard(words, page, store);
  const tone = answer.kind === null ? "note" : "error";
  return el(
    "details",
    { class: `card ${tone}`, open: true, lang: answer.lang },
    el("summary", {}, icon(answer.kind === null ? "info" : "cross"), el("h2", {}, answer.title)),
    list("reading-facts", answer.facts),
    ...suspectsOf(words, answer, options),
    ...waysOf(words, answer, page, options),
    answer.ruled_out.length > 0 && el("h3", {}, words.word("page-reading-out")),
    list("reading-facts quiet", answer.ruled_out),
    answer.torch !== null && el("p", { class: "quiet" }, words.word("reading-torch", { versions: answer.torch })),
    isPart && el("p", { class: "quiet" }, words.word("page-reading-part")),
  );
}

function suspectsOf(words: Words, { suspects }: Reading, { toLine }: ReadingOptions): readonly Child[] {
  if (suspects.length === 0) return [];
  const rows = suspects.map(({ line, text, reason }) => {
    const told = el("span", {}, el("code", {}, text), el("span", { class: "suspect-reason" }, reason));
    if (line === null) return el("li", { class: "suspect" }, told);
    const pill = el("span", { class: "pill edit" }, words.word("page-line", { line }));
    return el("li", {}, el("button", { type: "button", class: "story-link", on: { click: () => toLine(line, 0) } }, pill, told));
  });
  const isInCode = suspects.some(({ line }) => line !== null);
  return [
    el("h3", {}, words.word(isInCode ? "page-reading-suspects" : "page-reading-search")),
    el("ol", { class: "story suspects" }, ...rows),
  ];
}

/** The nearest example as a film, and the two lines that record the program itself. */
function waysOf(words: Words, { record, example }: Reading, { examples }: Page, { actions }: ReadingOptions): readonly Child[] {
  const nearest = examples.find(({ id }) => id === example) ?? null;
  const open = nearest === null ? null : exampleButton(words, nearest, actions);
  return [
    open && el("p", { class: "reading-example" }, open),
    record.length > 0 && el("p", { class: "reason" }, words.word("page-reading-record")),
    record.length > 0 && el("pre", { class: "reading-record" }, record.join("\n")),
  ];
}

function exampleButton(words: Words, example: Example, { openExample, run }: Actions): HTMLElement {
  const title = example.title[words.lang];
  const click = () => {
    openExample(example);
    void run();
  };
  return el("button", { type: "button", class: "button small", on: { click } }, words.word("page-reading-example", { title }));
}

function problemCard(words: Words, { reading }: Page, store: PageStore): Child {
  const problem = reading?.problem;
  if (!problem) return null;
  const { title, why } = problemWords(words, problem);
  const again = () => void askReading(store);
  return el(
    "div",
    { class: "card note" },
    el("p", {}, el("b", {}, words.word("page-reading-failed")), " ", title, " ", why),
    el("button", { type: "button", class: "button small", on: { click: again } }, words.word("page-try-again")),
  );
}

function list(kind: string, sentences: readonly string[]): Child {
  return sentences.length > 0 && el("ul", { class: kind }, ...sentences.map(each => el("li", {}, each)));
}
