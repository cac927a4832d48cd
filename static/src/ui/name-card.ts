/** What is known of a name's tensor at the film's step, in three lines: shown while the pointer rests on the name in the code. */

import { type Child, el } from "../dom/dom";
import type { Words } from "../narration/locale";
import { isEdited, type Page } from "../page/state";
import { lastEventAt } from "../trace/film";
import { type TensorAt, tensorAt } from "../trace/history";
import { type NamePlace, namedAt } from "../trace/named";
import { formatShape, numbersOf } from "../trace/values";

const MAX_VALUE_CHARS = 90;

/** The first of the names that a tensor has, or will have; null for any other, and over code that is not the film's. */
export function nameCard(page: Page, names: readonly string[], place: NamePlace): HTMLElement | null {
  const { film, words, position } = page;
  if (!film || isEdited(page)) return null;
  const now = lastEventAt(film, position);
  for (const name of names) {
    const { tensor, later } = namedAt(film.index, name, now, place);
    const at = tensor === null ? null : tensorAt(film.index, tensor, now);
    if (at) return card(words, name, at, position + 1);
    if (later !== null) return el("div", {}, el("p", {}, words.word("page-name-later", { step: film.index.stepOfEvent(later) + 1 })));
  }
  return null;
}

function card(words: Words, name: string, at: TensorAt, step: number): HTMLElement {
  const kind = words.word(at.isLeaf ? "page-leaf-tensor" : "page-tensor");
  const facts = [kind, at.requiresGrad && words.word("page-requires-grad"), words.word("page-step", { step })].filter(Boolean);
  const shape = at.shape.length === 0 ? "" : `${formatShape(at.shape)} `;
  const version = at.version === null ? null : el("span", { class: "badge edit" }, `v${at.version}`);
  return el(
    "div",
    {},
    el("p", {}, el("code", { class: "name" }, name), " ", el("code", {}, `${shape}${at.tensor.dtype}`), " ", version),
    el("p", { class: "quiet" }, facts.join(" · ")),
    numbers(words.word("page-value"), at.value && numbersOf(at.value)),
    numbers(".grad", at.grad && numbersOf(at.grad)),
    at.outdated && el("p", { class: "quiet" }, words.word("page-value-outdated")),
  );
}

function numbers(label: string, text: string | null): Child {
  if (!text) return null;
  const short = text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)} …` : text;
  return el("p", {}, el("span", { class: "quiet" }, label), " ", el("code", {}, short));
}
