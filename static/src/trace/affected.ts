/**
 * Finds what each event affects: every tensor, node and saved tensor that may look different after it.
 *
 * It collects each id that the event mentions anywhere, and each whose timeline has an entry there; then what shares memory, a counter or
 * a saved tensor with them. It may name too many, but must not miss one: what it leaves out is not drawn again.
 */
import { append } from "./collections";
import type { TraceIndex } from "./index";
import { mentionsOf } from "./references";

/** Ids of vertices, nodes, saved tensors and tensors, and `e…` for the op of an event. */
export type Affected = (first: number, last: number) => ReadonlySet<string>;

export function affectedBy(index: TraceIndex): Affected {
  const moments = momentsOf(index);
  return (first, last) => {
    const found = new Set<string>();
    for (let event = Math.max(0, first); event <= last; event++) {
      found.add(`e${event}`);
      const happened = index.run.events[event];
      for (const id of happened === undefined ? [] : mentionsOf(happened)) spread(index, id, found);
      for (const id of moments.get(event) ?? []) spread(index, id, found);
    }
    return found;
  };
}

/** By event: what has an entry there in any timeline or any other look-up, and what a diagnosis of that event names. */
function momentsOf(index: TraceIndex): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  const add = (event: number | null, id: string | null) => {
    if (event !== null && id !== null) append(found, event, id);
  };
  for (const lines of Object.values(index.timelines) as ReadonlyMap<string, unknown>[]) {
    for (const [id, line] of lines) {
      if (typeof line === "number") add(line, id);
      else if (Array.isArray(line)) for (const moment of line as readonly { readonly event?: number }[]) add(moment.event ?? null, id);
    }
  }
  for (const facts of Object.values(index)) {
    if (!(facts instanceof Map)) continue;
    for (const [key, fact] of facts) if (typeof fact?.event === "number") add(fact.event, typeof key === "number" ? `e${key}` : key);
  }
  for (const { event, saved, node, tensor, others } of index.run.diagnoses)
    for (const id of [saved, node, tensor, ...others]) add(event, id);
  for (const chip of index.visible.chips) for (const event of chip.events) add(event, chip.host);
  return found;
}

function spread(index: TraceIndex, id: string, found: Set<string>): void {
  if (found.has(id)) return;
  found.add(id);
  const saved = index.saved.get(id);
  if (saved !== undefined) for (const next of [saved.tensor, saved.node]) if (next !== null) found.add(next);
  for (const entry of index.savesByNode.get(id) ?? []) found.add(entry.id);
  const variable = index.nodes.get(id)?.variable;
  for (const tensor of [id, saved?.tensor, variable]) if (tensor != null && index.tensors.has(tensor)) spreadTensor(index, tensor, found);
  for (const mate of [...(index.tensorsByStorage.get(id) ?? []), ...(index.tensorsByCounter.get(id) ?? [])])
    spreadTensor(index, mate.id, found);
}

function spreadTensor(index: TraceIndex, id: string, found: Set<string>): void {
  const tensor = index.tensors.get(id);
  const mates = new Set([
    tensor,
    ...(index.tensorsByStorage.get(tensor?.storage ?? "") ?? []),
    ...(index.tensorsByCounter.get(tensor?.counter ?? "") ?? []),
  ]);
  for (const mate of mates) {
    if (mate === undefined) continue;
    found.add(mate.id);
    const shown = index.visible.shownAs(mate.id);
    if (shown !== null) found.add(shown);
    for (const entry of index.savesByTensor.get(mate.id) ?? []) found.add(entry.id);
  }
}
