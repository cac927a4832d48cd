/**
 * "Which of these tensors is a leaf?", and of a film whose first pass completes "Into which of these tensors does line 7 put a gradient?":
 * asked before the first result of an operation is there.
 */
import type { EventOf } from "../trace/contract";
import type { Film } from "../trace/film";
import { tensorAt } from "../trace/history";
import { ownTensors, timesOf } from "./facts";
import { type Draft, type Option, sentence } from "./question";

const SENTENCES = {
  leaf: { ask: "predict-leaf", because: "predict-leaf-because" },
  fills: { ask: "predict-fills", because: "predict-fills-because" },
} as const;

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
  const params = { name: leaf.name, other: first.name, line: pass.line };
  const kind = fills(film, pass, named) ? "fills" : "leaf";
  return [
    {
      kind,
      event: first.event,
      position: index.stepOfEvent(first.event),
      ask: sentence(SENTENCES[kind].ask, params),
      options: [leaf, ...others].map(option),
      because: sentence(SENTENCES[kind].because, params),
      line: pass.line,
      times: timesOf(film, pass.line, pass.index),
      name: leaf.name,
    },
  ];
}

/** The pass completes, and of these tensors fills the one leaf and nothing else. */
function fills({ run, index }: Film, pass: EventOf<"backward_start">, named: readonly Candidate[]): boolean {
  const end = run.events.find(event => event.index > pass.index && (event.kind === "backward_end" || event.kind === "raise"));
  const filled = named.filter(({ id }) => {
    const at = tensorAt(index, id, end?.index ?? -1);
    return at !== null && (at.retainsGrad || at.gradCount > 0);
  });
  return pass.call === "backward" && end?.kind === "backward_end" && filled.length === 1 && filled[0]?.isLeaf === true;
}

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly event: number;
  readonly isLeaf: boolean;
}

function candidates({ index }: Film, now: number): readonly Candidate[] {
  return ownTensors(index, now).flatMap(({ tensor: { id, event }, name }) => {
    const at = tensorAt(index, id, now);
    return at?.requiresGrad ? [{ id, name, event, isLeaf: at.isLeaf }] : [];
  });
}

function option({ name, event }: Candidate): Option {
  return { sentence: sentence("predict-name", { name }), says: name, rank: event, whyNot: sentence("predict-leaf-not", { name }) };
}
