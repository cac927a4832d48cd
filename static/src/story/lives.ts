/** What explains a gradient or a tensor, where nothing went wrong: cards, ops and nodes, the most important first. */
import type { EventOf } from "../trace/contract";
import type { LookUp } from "./look-up";

const MAX_SAVES = 2;
const MAX_READERS = 2;

/** How a gradient came about: the leaf, its AccumulateGrad, the root, and the node from which it came with its op and what that had saved. */
export function* gradientRecipe(look: LookUp, { tensor, index: event }: EventOf<"accumulate">): Generator<string | null | undefined> {
  const { index } = look;
  const pass = look.pass(event);
  const accumulate = [...index.nodes.values()].findLast(node => node.variable === tensor && node.event <= event)?.id;
  yield* [look.tensor(tensor), accumulate];
  yield* look.roots(pass);
  const before = [...index.nodes.values()].filter(node => node.next_functions.some(next => next.node === (accumulate ?? "")));
  const ran = before.filter(({ id }) => (index.timelines.ran.get(id) ?? []).some(at => at.event > (pass?.index ?? 0) && at.event <= event));
  for (const node of ran.slice(-2)) {
    yield* [node.id, ...look.op(node.op)];
    for (const saved of (index.savesByNode.get(node.id) ?? []).slice(0, MAX_SAVES)) yield look.tensor(saved.tensor);
  }
  for (const root of pass?.roots ?? []) yield* look.origin(root);
}

/** What happens to a tensor: it, the op that made it, who saved it, who reads it, and where its gradient arrives. */
export function* tensorRecipe(look: LookUp, tensor: string): Generator<string | null | undefined> {
  const { index } = look;
  yield look.tensor(tensor);
  yield* look.origin(tensor);
  const saves = (index.savesByTensor.get(tensor) ?? []).toSorted((a, b) => Number(isStale(look, b.id)) - Number(isStale(look, a.id)));
  for (const saved of saves.slice(0, MAX_SAVES)) yield* [saved.node, `e${saved.event}`];
  for (const reader of look.readers(tensor).slice(0, MAX_READERS)) yield* [`e${reader.index}`, ...reader.outputs.map(look.tensor)];
  for (const node of index.nodes.values()) if (node.variable === tensor) yield node.id;
  yield look.gradFn(tensor, index.run.events.length);
}

function isStale({ index }: LookUp, saved: string): boolean {
  return index.staleEvent(saved) !== null;
}
