/** "Which node runs next?": asked once in the first backward pass, where gradients wait at more than one node. */
import type { EventOf } from "../trace/contract";
import type { Film } from "../trace/film";
import { callName } from "../trace/history";
import { type Draft, type Option, sentence } from "./question";

type Ran = EventOf<"node">;

export function nodeQuestions(film: Film): readonly Draft[] {
  const { run, index } = film;
  const start = run.events.find(event => event.kind === "backward_start")?.index ?? -1;
  const end = run.events.find(event => event.kind === "backward_end" && event.index > start)?.index ?? run.events.length;
  const ran = run.events.filter((event): event is Ran => event.kind === "node" && event.index > start && event.index < end);
  const labels = ran.map(event => labelOf(film, event));
  const isStep = (event: Ran) => index.steps[index.stepOfEvent(event.index)]?.event === event.index;
  const at = ran.findIndex((event, place) => place > 0 && isStep(event) && waiting(film, ran, place).size > 1);
  const [event, right] = [ran[at], labels[at]];
  if (start < 0 || event === undefined || right === undefined) return [];
  const ready = waiting(film, ran, at);
  const left = ran.slice(at + 1).map((event, place) => ({ label: labels[at + 1 + place] ?? right, waits: ready.has(event.node) }));
  const others = left.filter(({ label }) => label.text !== right.text);
  // First those that wait as well, then those of the forward pass's beginning, which a reader names who takes backward for forward.
  const wrong = [...others.filter(({ waits }) => waits), ...others.filter(({ waits }) => !waits).reverse()].map(({ label }) => label);
  const waits = new Set(left.filter(each => each.waits).map(({ label }) => label.text));
  const option = ({ text, name, variable, line }: Label, place: number): Option => ({
    sentence:
      variable !== null
        ? sentence("predict-node-of", { node: name, name: variable })
        : line === null
          ? sentence("predict-name", { name })
          : sentence("predict-node-at", { node: name, line }),
    says: text,
    rank: place,
    whyNot: sentence(waits.has(text) ? "predict-node-not-yet" : "predict-node-not-reached", { node: name }),
  });
  const options = [right, ...wrong].map(label =>
    option(
      label,
      [...labels].reverse().findIndex(other => other.text === label.text),
    ),
  );
  const before = run.nodes.find(({ id }) => id === ran[at - 1]?.node)?.name ?? "?";
  return [
    {
      kind: "node",
      event: event.index,
      position: index.stepOfEvent(event.index),
      ask: sentence("predict-node", { node: before }),
      options,
      because: sentence(right.variable === null ? "predict-node-because" : "predict-node-because-leaf", {
        node: right.name,
        other: before,
      }),
      line: null,
      times: at,
      name: null,
    },
  ];
}

/** Nodes that a gradient has been passed on to, and that have not run yet. */
function waiting({ index }: Film, ran: readonly Ran[], place: number): ReadonlySet<string> {
  const done = ran.slice(0, place).map(({ node }) => node);
  const next = done.flatMap(id => (index.nodes.get(id)?.next_functions ?? []).flatMap(({ node }) => node ?? []));
  return new Set(next.filter(id => !done.includes(id)));
}

interface Label {
  readonly text: string;
  readonly name: string;
  readonly variable: string | null;
  readonly line: number | null;
}

function labelOf({ index }: Film, event: Ran): Label {
  const node = index.nodes.get(event.node);
  const variable = node?.variable ? callName(index, node.variable, event.index) : null;
  const [name, line] = [node?.name ?? "?", node?.line ?? null];
  return { text: variable !== null ? `${name} of ${variable}` : line === null ? name : `${name} of line ${line}`, name, variable, line };
}
