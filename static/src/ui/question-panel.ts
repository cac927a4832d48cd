/** A question as it is asked, and as it is answered. */
import { el, phrase } from "../dom/dom";
import type { Words } from "../narration/locale";
import type { Question, Sentence } from "../predict/question";

export interface Score {
  readonly right: number;
  readonly asked: number;
}

/** `answer` takes the chosen option; null to be shown the right one. */
export function asking(question: Question, words: Words, answer: (choice: number | null) => void): readonly HTMLElement[] {
  const options = question.options.map((option, at) =>
    el(
      "button",
      { type: "button", class: "question-option", on: { click: () => answer(at) } },
      el("kbd", { "aria-hidden": "true" }, `${at + 1}`),
      el("span", {}, said(option, words)),
    ),
  );
  return [
    el("p", { class: "question-text", role: "status" }, said(question.ask, words)),
    el("div", { class: "question-options", role: "group" }, ...options),
    el("button", { type: "button", class: "question-skip", on: { click: () => answer(null) } }, words.word("predict-show")),
  ];
}

/** `goOn` is null where nothing comes after the question. A wrong choice is told why it is wrong, before why the right one is right. */
export function answered(
  question: Question,
  choice: number | null,
  { right, asked }: Score,
  words: Words,
  goOn: (() => void) | null,
): readonly HTMLElement[] {
  const options = question.options.map((option, at) => {
    const isRight = at === question.right;
    const mark = isRight ? "predict-mark-right" : at === choice ? "predict-mark-yours" : null;
    const tone = isRight ? "is-right" : at === choice ? "is-wrong" : "is-other";
    return el(
      "li",
      { class: `question-option ${tone}` },
      el("kbd", { "aria-hidden": "true" }, isRight ? "✓" : at === choice ? "✗" : ""),
      el("span", {}, said(option, words), mark === null ? null : el("em", {}, words.word(mark))),
    );
  });
  const verdict = choice === null ? "predict-skipped" : choice === question.right ? "predict-right" : "predict-wrong";
  const whyNot = choice === null ? null : (question.whyNot[choice] ?? null);
  const reasons = [...(whyNot === null ? [] : [" ", ...said(whyNot, words)]), " ", ...said(question.because, words)];
  return [
    el("p", { class: "question-text" }, said(question.ask, words)),
    el("ul", { class: "question-options" }, ...options),
    el("p", { class: "question-result", role: "status" }, el("b", {}, words.word(verdict)), ...reasons),
    el("p", { class: "question-foot" }, el("span", {}, words.word("predict-score", { right, asked })), goOn && goOnButton(words, goOn)),
  ];
}

/** What stands where no question does: how to come to the first, or that there is none. */
export function hint(key: "predict-begin" | "predict-nothing", words: Words): HTMLElement {
  return el("p", { class: "question-text", role: "status" }, words.word(key));
}

function goOnButton(words: Words, goOn: () => void): HTMLElement {
  return el("button", { type: "button", class: "question-on", on: { click: goOn } }, words.word("predict-go-on"));
}

function said({ key, params }: Sentence, words: Words): readonly Node[] {
  return phrase(words.parts(key, params));
}
