/** Turns a film into the questions that it asks, in the order of its steps: at most one at a step, and few in all. */
import type { Film } from "../trace/film";
import { backwardQuestions } from "./backwards";
import { editQuestions } from "./edits";
import { isWhole } from "./facts";
import { gradQuestions } from "./grads";
import { leafQuestions } from "./leaves";
import { nodeQuestions } from "./nodes";
import { type Draft, type Question, questionOf } from "./question";
import { saverQuestions } from "./savers";
import { valueQuestions } from "./shared";

/** Those of the first come first where there are more than `MAX_QUESTIONS`, or two at one step. */
const MAKERS: readonly ((film: Film) => readonly Draft[])[] = [
  editQuestions,
  backwardQuestions,
  gradQuestions,
  valueQuestions,
  saverQuestions,
  leafQuestions,
  nodeQuestions,
];
const MAX_QUESTIONS = 4;

/** None of a film that leaves something out: what it does not show could make an answer wrong. */
export function questionsOf(film: Film): readonly Question[] {
  if (!isWhole(film)) return [];
  const found = MAKERS.flatMap(make => make(film)).flatMap(draft => questionOf(draft) ?? []);
  const first = found.filter(({ position }, at) => position > 0 && found.findIndex(other => other.position === position) === at);
  return first.slice(0, MAX_QUESTIONS).sort((a, b) => a.position - b.position);
}
