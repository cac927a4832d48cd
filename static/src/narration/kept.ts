/** Says why tensors are kept: which gradients read them, and how they are computed where a formula is known. */
import { groupBy } from "../trace/collections";
import type { Saved, TraceNode } from "../trace/contract";
import { listPhrases, unique } from "./context";
import type { Phrase, Words } from "./locale";

/** With more of them the sentence of a step is a list of formulas, and says less. */
const MAX_TOLD = 3;

/** `Kept because to w2 goes dᵀ·g …` for a step; of more than a few gradients only which they are. Nothing of films that do not say it. */
export function describeReasons(words: Words, saved: readonly Saved[], nodes: Nodes): readonly Phrase[] {
  const reasons = saved.flatMap(({ needed_for }) => needed_for ?? []);
  if (goesOf(words, reasons.filter(isKnown)).length <= MAX_TOLD)
    return [...describeAll(words, reasons), ...describeOthers(words, saved, nodes)];
  const goals = unique(reasons.flatMap(goalsOf).map(goal => ({ key: goal, phrase: coded(goal) })));
  return [words.parts("step-why-for", { goals: listPhrases({ words }, goals) }), ...describeOthers(words, saved, nodes)];
}

/** Every reason of one saved tensor: the gradients with a formula, those of one formula, the others by where they go; or what else is known. */
export function reasonsOf(words: Words, saved: Saved, nodes: Nodes): readonly Phrase[] {
  return [...describeAll(words, saved.needed_for ?? []), ...describeOthers(words, [saved], nodes)];
}

/** Why nothing can be edited that a node needs; null where it is not known. */
export function describeNothingKept(words: Words, { name, keeps_nothing, passes_on }: TraceNode): Phrase | null {
  if (!keeps_nothing) return null;
  const goes = goesOf(words, passes_on ?? []);
  if (goes.length === 0 || goes.length > MAX_TOLD) return words.parts(`step-keeps-nothing-${keeps_nothing}`, { node: name });
  return words.parts(`step-passes-on-${keeps_nothing}`, {
    node: name,
    reasons: words.list(goes),
    incoming: incomingOf(words, passes_on ?? []),
  });
}

type Reason = Saved["needed_for"][number];
type Nodes = ReadonlyMap<string, TraceNode>;

function isKnown({ text }: Reason): boolean {
  return text !== null;
}

/** What a reason is about: several gradients, where one formula computes them. */
function goalsOf({ goal, together }: Reason): readonly string[] {
  return together?.length ? together : [goal];
}

function describeAll(words: Words, reasons: readonly Reason[]): readonly Phrase[] {
  const bare = reasons.filter(reason => !isKnown(reason));
  const joint = unique(
    bare
      .filter(({ together }) => together?.length)
      .map(({ together }) => ({ key: together.join(), phrase: describeGoals(words, "step-why-together", together) })),
  );
  const read = bare.filter(({ together }) => !together?.length).map(({ goal }) => goal);
  return [
    ...describeKnown(words, reasons.filter(isKnown)),
    ...joint,
    ...(read.length > 0 ? [describeGoals(words, "step-why-read", read)] : []),
  ];
}

function describeGoals(words: Words, key: string, goals: readonly string[]): Phrase {
  return words.parts(key, { goals: listPhrases({ words }, [...new Set(goals)].map(coded)) });
}

/** Of what no known gradient reads: who had it kept, or that it is not known. */
function describeOthers(words: Words, saved: readonly Saved[], nodes: Nodes): readonly Phrase[] {
  return unique(
    saved.flatMap(({ why, node }) => {
      const name = nodes.get(node ?? "")?.name ?? "?";
      return why && why !== "gradients" ? [{ key: `${why} ${name}`, phrase: words.parts(`step-why-${why}`, { node: name }) }] : [];
    }),
  );
}

function describeKnown(words: Words, reasons: readonly Reason[]): readonly Phrase[] {
  if (reasons.length === 0) return [];
  return [words.parts("step-why", { reasons: words.list(goesOf(words, reasons)), incoming: incomingOf(words, reasons) })];
}

function incomingOf(words: Words, reasons: readonly Reason[]): Phrase {
  return words.list(unique(reasons.map(({ names }) => ({ key: incoming(names), phrase: formulaPhrase(incoming(names), names) }))));
}

/** `to d goes g ⊙ d along 2 of 2 edges`: equal ones once, with how many edges they go along. */
function goesOf(words: Words, reasons: readonly Reason[]): readonly Phrase[] {
  const alike = groupBy(reasons, ({ goal, text }) => `${goal} ${text}`);
  return [...alike.values()].flatMap(several => {
    const [{ goal, text, summed, edges, names }] = several as [Reason];
    const formula = formulaPhrase(text ?? "", names);
    const goes = words.parts(summed ? "step-why-goes-summed" : "step-why-goes", { goal: coded(goal), formula });
    const count = new Set(several.map(({ edge }) => edge)).size;
    return [(edges ?? 1) > 1 ? words.parts("step-why-edges", { goes, count, edges }) : goes];
  });
}

function formulaPhrase(text: string, names: Reason["names"]): Phrase {
  return [{ text, style: "code", formula: { names: Object.values(names), incoming: incoming(names) } }];
}

function incoming(names: Reason["names"]): string {
  return names.g ?? "g";
}

function coded(text: string): Phrase {
  return [{ text, style: "code" }];
}
