/**
 * Turns a film into the questions that it asks, in the order of its steps: at most one at a step, few in all, and never two of one kind
 * after one another. What every film could ask about is asked only where there is little else.
 */
import type { Film } from "../trace/film";
import { backwardQuestions } from "./backwards";
import { editQuestions } from "./edits";
import { isWhole } from "./facts";
import { gradQuestions } from "./grads";
import { leafQuestions } from "./leaves";
import { nodeQuestions } from "./nodes";
import { type Draft, type Question, questionOf } from "./question";
import { saverQuestions } from "./savers";
import { savesQuestions } from "./saves";
import { valueQuestions } from "./shared";

type Maker = (film: Film) => readonly Draft[];

/** Those of the first come first where there are more than `MAX_QUESTIONS`, or two at one step. */
const MAKERS: readonly Maker[] = [editQuestions, backwardQuestions, gradQuestions, valueQuestions, saverQuestions, savesQuestions];
/** Asked where the others have found fewer than `MIN_QUESTIONS`. */
const FILLERS: readonly Maker[] = [leafQuestions, nodeQuestions];
const MIN_QUESTIONS = 2;
const MAX_QUESTIONS = 4;

/** None of a film that leaves something out: what it does not show could make an answer wrong. */
export function questionsOf(film: Film): readonly Question[] {
  if (!isWhole(film)) return [];
  const asked: Question[] = [];
  const add = (makers: readonly Maker[], most: number) => {
    for (const question of makers.flatMap(make => make(film)).flatMap(draft => questionOf(draft) ?? []))
      if (asked.length < most && fits(question, asked)) asked.push(question);
  };
  add(MAKERS, MAX_QUESTIONS);
  add(FILLERS, MIN_QUESTIONS);
  return asked.sort((a, b) => a.position - b.position);
}

/** It has a step of its own, and its neighbours are of other kinds. */
function fits({ kind, position }: Question, asked: readonly Question[]): boolean {
  const before = asked.filter(other => other.position <= position).sort((a, b) => a.position - b.position);
  const after = asked.filter(other => other.position >= position).sort((a, b) => a.position - b.position);
  return position > 0 && before.at(-1)?.position !== position && before.at(-1)?.kind !== kind && after[0]?.kind !== kind;
}
