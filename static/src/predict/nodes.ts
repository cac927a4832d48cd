/** "Which node runs next?": asked once in the first backward pass, where more than one node is left. */
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
  // The first after a root: what leads from it is on the stage by then.
  const at = ran.findIndex((event, place) => place > 0 && index.steps[index.stepOfEvent(event.index)]?.event === event.index);
  const [event, right] = [ran[at], labels[at]];
  if (start < 0 || event === undefined || right === undefined) return [];
  const others = labels.slice(at + 1).filter(label => label.text !== right.text);
  // Nodes of the forward pass's beginning are what a reader names who takes backward for forward.
  const option = ({ text, name, variable, line }: Label, place: number): Option => ({
    sentence:
      variable !== null
        ? sentence("predict-node-of", { node: name, name: variable })
        : line === null
          ? sentence("predict-name", { name })
          : sentence("predict-node-at", { node: name, line }),
    says: text,
    rank: place,
  });
  const options = [right, ...[...others].reverse()].map(label =>
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
