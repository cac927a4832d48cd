/**
 * Stops the film before steps that matter and asks what happens next. Loaded when a reader first wants it, with its own styles.
 *
 *     film ─▶ questions ─▶ page.stops ─▶ the film stops ─▶ an answer ─▶ the step itself, and why
 */

import styles from "../../styles/question.css?inline";
import { replace } from "../dom/dom";
import type { Words } from "../narration/locale";
import type { Actions } from "../page/actions";
import { inOverlay, isTyping } from "../page/keyboard";
import { keepScore } from "../page/preferences";
import { heldAt, type Page, type PageStore, shownPositions } from "../page/state";
import type { Question } from "../predict/question";
import { questionsOf } from "../predict/questions";
import { answered, asking, hint } from "./question-panel";

/** What was chosen; null where the reader asked for the answer. */
type Answers = ReadonlyMap<string, number | null>;

interface Asked {
  readonly questions: readonly Question[];
  readonly answers: Answers;
  /** The question whose answer is being read, which the next one does not replace; null where none is. */
  readonly reading: string | null;
}

const NOTHING_ASKED: Asked = { questions: [], answers: new Map(), reading: null };

export interface PredictOptions {
  /** Those of the questions, where the page's own lack them. */
  readonly words?: Words;
  /** Fit the film into what a question leaves of its place. */
  readonly reframe?: () => void;
}

export function createPredict(host: HTMLElement, store: PageStore, actions: Actions, { words, reframe }: PredictOptions = {}): void {
  dress();
  followHeight(host, reframe);
  host.classList.add("question");
  let asked: Asked = NOTHING_ASKED;
  const draw = createPanel(host, store, words ?? null, {
    answer: (question, choice) => answer(question, choice),
    goOn: () => {
      update({ ...asked, reading: null });
      // The next question may wait at this very step.
      if (openQuestion(store.get(), asked) === null) actions.step(1);
    },
  });

  const update = (next: Asked) => {
    asked = next;
    store.set({ stops: stopsOf(store.get(), asked) });
    document.documentElement.toggleAttribute("data-asking", store.get().stops.length > 0);
    draw(asked);
  };
  const answer = (question: Question, choice: number | null) => {
    const { film } = store.get();
    update({ ...asked, answers: new Map(asked.answers).set(question.id, choice), reading: question.id });
    if (film) keepScore(film.run.id, rightIn(asked), asked.questions.length);
    actions.goTo(question.position);
    host.querySelector<HTMLElement>(".question-on")?.focus({ preventScroll: true });
    host.scrollTop = host.scrollHeight;
  };

  store.watch(
    ({ film, predict }) => [film, predict] as const,
    ([film, predict]) => {
      update({ ...NOTHING_ASKED, questions: film && predict ? questionsOf(film) : [] });
      const { position, stops, told } = store.get();
      // Where the film stands at its end, as it does when somebody begins to be asked, everything would be over. It goes on from its
      // beginning to where its notes open it, or to the first question before.
      if (position < (stops[0] ?? Number.POSITIVE_INFINITY)) return;
      actions.goTo(0);
      if (told?.opens) actions.goTo(told.opens);
    },
  );
  store.watch(
    ({ show, story }) => [show, story],
    () => update(asked),
  );
  store.watch(
    ({ position, words: now }) => [position, now],
    () => draw(asked),
  );
  installKeys(
    host,
    () => openQuestion(store.get(), asked),
    (question, choice) => answer(question, choice),
  );
}

interface PanelActions {
  readonly answer: (question: Question, choice: number | null) => void;
  readonly goOn: () => void;
}

/** Draws what is to be seen of the questions; nothing is drawn twice. */
function createPanel(host: HTMLElement, store: PageStore, own: Words | null, { answer, goOn }: PanelActions): (asked: Asked) => void {
  let drawn = "";
  return asked => {
    const page = store.get();
    const words = own ?? page.words;
    const question = questionAt(page, asked);
    const choice = asked.answers.get(question?.id ?? "");
    const isOver = question === null || (asked.questions.every(({ id }) => asked.answers.has(id)) && isAtEnd(page));
    const state = `${words.lang} ${question?.id} ${choice} ${page.predict} ${asked.questions.length} ${page.film?.run.id} ${isOver}`;
    if (state === drawn) return;
    drawn = state;
    // An article says by itself what its film is for, and has no room for it.
    const begins = asked.answers.size === 0 && own === null;
    host.hidden = !page.predict || page.film === null || (question === null && asked.questions.length > 0 && !begins);
    if (host.hidden) replace(host);
    else if (question === null) replace(host, hint(asked.questions.length > 0 ? "predict-begin" : "predict-nothing", words));
    else if (choice === undefined)
      replace(
        host,
        asking(question, words, chosen => answer(question, chosen)),
      );
    else replace(host, answered(question, choice, { right: rightIn(asked), asked: asked.answers.size }, words, isOver ? null : goOn));
  };
}

/** Where the film has to stop: before open questions, where a step before them is shown. */
function stopsOf(page: Page, { questions, answers }: Asked): readonly number[] {
  const open = questions.filter(({ id }) => !answers.has(id)).map(({ position }) => position);
  return open.filter(stop => heldAt({ ...page, position: -1, stops: [stop] }, stop) >= 0);
}

function rightIn({ questions, answers }: Asked): number {
  return questions.filter(({ id, right }) => answers.get(id) === right).length;
}

/** No step that is shown follows. */
function isAtEnd(page: Page): boolean {
  return page.position >= (shownPositions(page)?.at(-1) ?? page.film?.last ?? 0);
}

/** The question whose answer is being read, the one that the film has stopped for, or the one whose answer this step shows. */
function questionAt(page: Page, { questions, answers, reading }: Asked): Question | null {
  const read = questions.find(({ id, position }) => id === reading && position === page.position);
  if (read !== undefined) return read;
  const next = page.stops.find(stop => stop > page.position);
  const waits = questions.find(({ id, position }) => position === next && !answers.has(id));
  if (waits && heldAt(page, waits.position) === page.position) return waits;
  return questions.find(({ id, position }) => position === page.position && answers.has(id)) ?? null;
}

function openQuestion(page: Page, asked: Asked): Question | null {
  const question = questionAt(page, asked);
  return question === null || asked.answers.has(question.id) ? null : question;
}

/** A digit answers; the keys that would move the film on lead to the first answer. */
function installKeys(host: HTMLElement, current: () => Question | null, answer: (question: Question, choice: number) => void): void {
  document.addEventListener("keydown", event => {
    const [target, question] = [event.composedPath()[0], current()];
    if (question === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof HTMLElement || target instanceof SVGElement) || isTyping(target) || inOverlay(target)) return;
    const choice = Number(event.key) - 1;
    if (event.key.trim() !== "" && question.options[choice] !== undefined) {
      event.preventDefault();
      answer(question, choice);
    } else if (event.key === "ArrowRight" && !host.contains(target)) host.querySelector<HTMLElement>(".question-option")?.focus();
  });
}

/** What lies over the stage keeps clear of the question. */
function followHeight(host: HTMLElement, reframe: (() => void) | undefined): void {
  new ResizeObserver(() => {
    host.parentElement?.style.setProperty("--question-height", `${host.offsetHeight}px`);
    reframe?.();
  }).observe(host);
}

/** The page's policy allows no style element; a sheet that the script makes is part of the script. */
function dress(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
