/** Turns the step at a position into one or two sentences, in pieces: names are set as code, the words come from the catalogue. */
import type { TraceEvent } from "../trace/contract";
import { clockAt, eventAt, type Film, sourceLine } from "../trace/film";
import { tellAccumulate, tellBackwardStart, tellNode, tellRaise, tellUnpack, tellWarning } from "./backward";
import { tellEdit } from "./edit";
import { type Phrase, plain, type Words } from "./locale";
import { firstLine, type Scene, shorten } from "./moment";
import { tellOp } from "./op";

/** What is told at a position of the film. */
export function narrate(film: Film, position: number, words: Words): Phrase {
  const event = eventAt(film, position);
  if (!event) return words.parts("step-nothing");
  return join(words, sentences({ index: film.index, words, now: clockAt(film, position) }, event));
}

function sentences(scene: Scene, event: TraceEvent): readonly Phrase[] {
  const { words, index } = scene;
  switch (event.kind) {
    case "op":
      return event.writes.length > 0 ? tellEdit(scene, event) : tellOp(scene, event);
    case "bind":
      return [words.parts("step-bind", { name: event.name })];
    case "line":
      return [words.parts("step-line", { code: shorten(sourceLine(index, event.line)) })];
    case "output":
      return [words.parts("step-output", { code: firstLine(event.text) })];
    case "warning":
      return [tellWarning(scene, event)];
    case "backward_start":
      return tellBackwardStart(scene, event);
    case "node":
      return [tellNode(scene, event)];
    case "unpack":
      return [tellUnpack(scene, event)];
    case "accumulate":
      return [tellAccumulate(scene, event)];
    case "free":
      return [words.parts("step-free", { count: event.nodes.length })];
    case "backward_end":
      return [words.parts("step-backward-end")];
    case "call":
    case "return":
    case "hook":
      return [];
    case "raise":
      return [tellRaise(scene, event)];
  }
}

function join(words: Words, phrases: readonly Phrase[]): Phrase {
  return phrases.flatMap((phrase, position) => (position > 0 && words.lang === "en" ? [plain(" "), ...phrase] : phrase));
}
