/** Turns the step at a position into one or two sentences, in pieces: names are set as code, the words come from the catalogue. */
import type { TraceEvent } from "../trace/contract";
import { eventAt, type Film, lastEventAt } from "../trace/film";
import { lineText } from "../trace/sources";
import { describeAccumulate, describeBackwardStart, describeNode, describeRaise, describeUnpack, describeWarning } from "./backward";
import { firstLine, type NarrationContext, shorten } from "./context";
import { describeEdit } from "./edit";
import { describeNotFinite, describeOrigin } from "./finite";
import { type Phrase, plain, type Words } from "./locale";
import { describeOp } from "./op";

/** The sentence at a position of the film. */
export function narrate(film: Film, position: number, words: Words): Phrase {
  const event = eventAt(film, position);
  if (!event) return words.parts("step-nothing");
  return join(words, sentences({ index: film.index, words, now: lastEventAt(film, position) }, event));
}

function sentences(context: NarrationContext, event: TraceEvent): readonly Phrase[] {
  const { words, index } = context;
  switch (event.kind) {
    case "op":
      return [...(event.writes.length > 0 ? describeEdit : describeOp)(context, event), ...describeOrigin(context, event)];
    case "bind":
      return [words.parts("step-bind", { name: event.name })];
    case "line":
      return [words.parts("step-line", { code: shorten(lineText(index.sources, event)) })];
    case "output":
      return [words.parts("step-output", { code: firstLine(event.text) })];
    case "warning":
      return [describeWarning(context, event)];
    case "backward_start":
      return describeBackwardStart(context, event);
    case "node":
      return [describeNode(context, event), ...describeOrigin(context, event)];
    case "unpack":
      return [describeUnpack(context, event)];
    case "accumulate":
      return [describeAccumulate(context, event), ...describeNotFinite(context, event)];
    case "free":
      return [words.parts("step-free", { count: event.nodes.length })];
    case "backward_end":
      return [words.parts("step-backward-end")];
    case "call":
    case "return":
    case "hook":
      return [];
    case "raise":
      return [describeRaise(context, event)];
  }
}

function join(words: Words, phrases: readonly Phrase[]): Phrase {
  return phrases.flatMap((phrase, position) => (position > 0 && words.lang === "en" ? [plain(" "), ...phrase] : phrase));
}
