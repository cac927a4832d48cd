/** "What is `w.grad` once line 9 is done?": among the wrong answers are the popular ones, such as the gradient of a non-leaf. */
import type { EventOf, Value } from "../trace/contract";
import type { Film } from "../trace/film";
import { tensorAt } from "../trace/history";
import { ownTensors, timesOf } from "./facts";
import { type Draft, type Sentence, sentence } from "./question";
import { changed, isShort, valueOption } from "./values";

interface Asked {
  readonly tensor: string;
  readonly name: string;
  readonly pass: EventOf<"backward_start">;
  readonly end: number;
  readonly grad: Value | null;
  /** What is to be learned from it; the first of these is asked for. */
  readonly lesson: Lesson;
}

const LESSONS = ["non-leaf", "no-path", "added", "first"] as const;
type Lesson = (typeof LESSONS)[number];

/** At most one: of a tensor without a gradient, of one that two passes have filled, else of the first leaf. */
export function gradQuestions(film: Film): readonly Draft[] {
  const { run, index } = film;
  const passes = run.events.flatMap(event => {
    if (event.kind !== "backward_start" || event.call !== "backward" || event.line === null) return [];
    const end = run.events.find(later => later.kind === "backward_end" && later.index > event.index);
    const failed = run.events.find(later => later.kind === "raise" && later.index > event.index);
    return end && (failed === undefined || failed.index > end.index) ? [{ pass: event, end: end.index }] : [];
  });
  const asked = passes.flatMap(({ pass, end }) =>
    ownTensors(index, pass.index).flatMap(({ tensor, name }): readonly Asked[] => {
      const grad = gradAfter(film, tensor.id, end);
      const lesson = grad === undefined ? null : lessonOf(film, tensor.id, grad, pass.index, end);
      return grad === undefined || lesson === null ? [] : [{ tensor: tensor.id, name, pass, end, grad, lesson }];
    }),
  );
  const [first] = LESSONS.flatMap(lesson => asked.find(item => item.lesson === lesson) ?? []);
  return first === undefined ? [] : [draftOf(film, first)];
}

/** Null for None; undefined where it is not known, or too long to be asked for. */
function gradAfter({ index, run }: Film, tensor: string, end: number): Value | null | undefined {
  const known = tensorAt(index, tensor, end);
  if (known === null || !isShort(known.value)) return undefined;
  if (known.retainsGrad || (known.isLeaf && known.gradCount > 0)) return isShort(known.grad) ? known.grad : undefined;
  return run.not_shown.length === 0 ? null : undefined;
}

function lessonOf({ run, index }: Film, tensor: string, grad: Value | null, start: number, end: number): Lesson | null {
  const known = tensorAt(index, tensor, end);
  if (known === null) return null;
  if (!known.isLeaf && grad === null)
    return run.diagnoses.some(item => item.kind === "non_leaf_grad" && item.tensor === tensor) ? "non-leaf" : null;
  if (grad === null) return known.requiresGrad ? "no-path" : null;
  const filled = run.events.some(({ kind, index: at }) => kind === "accumulate" && at > start && at < end);
  if (!filled) return null;
  return known.gradCount > 1 && tensorAt(index, tensor, start)?.grad ? "added" : "first";
}

function draftOf(film: Film, { tensor, name, pass, end, grad, lesson }: Asked): Draft {
  const line = pass.line ?? 0;
  const arrived = arrivedAt(film, tensor, pass.index, end);
  const held = tensorAt(film.index, tensor, end)?.value ?? null;
  const before = tensorAt(film.index, tensor, pass.index)?.grad ?? null;
  const shaped = grad ?? arrived ?? held;
  const guesses = [
    grad,
    ...(lesson === "added" ? [before, arrived] : [arrived, null]),
    ...(shaped ? [changed(shaped, element => 2 * element), changed(shaped, () => 1), changed(shaped, () => 0)] : []),
  ];
  return {
    kind: "grad",
    event: pass.index,
    position: film.index.stepOfEvent(pass.index),
    ask: sentence("predict-grad", { name, line }),
    options: guesses
      .filter(guess => guess === null || isShort(guess))
      .map(guess => ({ ...valueOption(guess), whyNot: whyNot(guess, { name, lesson, before, arrived }) })),
    because: sentence(`predict-grad-because-${lesson}`, { name, line }),
    line,
    times: timesOf(film, line, pass.index),
    name,
  };
}

type Known = Pick<Asked, "name" | "lesson"> & { readonly before: Value | null; readonly arrived: Value | null };

/** Of the guesses that have a reason; null for numbers that are merely wrong. */
function whyNot(guess: Value | null, { name, lesson, before, arrived }: Known): Sentence | null {
  if (guess === null) return sentence("predict-grad-not-none", { name });
  if (lesson === "added" && guess === before) return sentence("predict-grad-not-before", { name });
  if (lesson === "added" && guess === arrived) return sentence("predict-grad-not-alone", { name });
  if (lesson === "non-leaf" && guess === arrived) return sentence("predict-grad-not-kept", { name });
  return null;
}

/** The gradient that arrived at the tensor in this pass. */
function arrivedAt({ run, index }: Film, tensor: string, start: number, end: number): Value | null {
  const node = index.gradFnAt(tensor, start)?.node ?? run.nodes.find(({ variable }) => variable === tensor)?.id;
  const ran = run.events.find(event => event.kind === "node" && event.node === node && event.index > start && event.index < end);
  return ran?.kind === "node" ? (ran.grad_outputs[0] ?? null) : null;
}
