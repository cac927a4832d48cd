/** "Which of these tensors is a leaf?": asked before the first result of an operation is there. */
import type { Film } from "../trace/film";
import { tensorAt } from "../trace/history";
import { ownTensors, timesOf } from "./facts";
import { type Draft, type Option, sentence } from "./question";

/** At most one. What is a leaf is told by what the program holds when the first backward pass begins. */
export function leafQuestions(film: Film): readonly Draft[] {
  const { run, index } = film;
  const pass = run.events.find(event => event.kind === "backward_start");
  if (!pass || pass.line === null) return [];
  const named = candidates(film, pass.index);
  const leaf = named.find(({ isLeaf }) => isLeaf);
  const others = named.filter(({ isLeaf }) => !isLeaf);
  const [first] = others;
  if (leaf === undefined || first === undefined) return [];
  return [
    {
      kind: "leaf",
      event: first.event,
      position: index.stepOfEvent(first.event),
      ask: sentence("predict-leaf"),
      options: [leaf, ...others].map(option),
      because: sentence("predict-leaf-because", { name: leaf.name, other: first.name }),
      line: pass.line,
      times: timesOf(film, pass.line, pass.index),
      name: leaf.name,
    },
  ];
}

interface Candidate {
  readonly name: string;
  readonly event: number;
  readonly isLeaf: boolean;
}

function candidates({ index }: Film, now: number): readonly Candidate[] {
  return ownTensors(index, now).flatMap(({ tensor: { id, event }, name }) => {
    const at = tensorAt(index, id, now);
    return at?.requiresGrad ? [{ name, event, isLeaf: at.isLeaf }] : [];
  });
}

function option({ name, event }: Candidate): Option {
  return { sentence: sentence("predict-name", { name }), says: name, rank: event };
}
