/** Why tensors are kept, in the inspector: the gradients that read them, or why nothing has to be kept. */

import { el, phrase } from "../../dom/dom";
import { stackedFormula } from "../../dom/formula";
import { describeNothingKept, reasonsOf } from "../../narration/kept";
import { textOf } from "../../narration/locale";
import type { Saved, TraceNode } from "../../trace/contract";
import { type InspectorContext, section } from "./parts";

/** Nothing where the film does not say it. */
export function whySection({ words, film }: InspectorContext, saves: readonly Saved[]): HTMLElement | null {
  const reasons = new Map(saves.flatMap(saved => reasonsOf(words, saved, film.index.nodes)).map(reason => [textOf(reason), reason]));
  if (reasons.size === 0) return null;
  return section(
    words.word("page-why-kept"),
    ...[...reasons.values()].map(reason => el("p", { class: "kept-why" }, ...phrase(reason, stackedFormula))),
  );
}

export function nothingSection({ words }: InspectorContext, node: TraceNode): HTMLElement | null {
  const reason = describeNothingKept(words, node);
  return reason && section(words.word("page-why-kept"), el("p", { class: "kept-why" }, ...phrase(reason, stackedFormula)));
}
