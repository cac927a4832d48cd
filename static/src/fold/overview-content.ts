/** Counts what the boxes of an overview hold besides ops: the parameters that they read first, and the tensors that they edit. */
import type { Group, GroupContent } from "../graph/graph";
import type { TraceIndex } from "../trace/index";

export const NOTHING: GroupContent = { className: "", parameters: 0, edited: 0, editedParameters: 0, tensors: 0 };

export function contentOf(index: TraceIndex, groupOf: ReadonlyMap<number, Group>): ReadonlyMap<Group, GroupContent> {
  const parameters = new Map<Group, number>();
  for (const id of parametersOf(index)) {
    const reader = firstReader(index, id);
    if (reader !== null) for (const group of around(groupOf.get(reader))) parameters.set(group, (parameters.get(group) ?? 0) + 1);
  }
  const edited = new Map<Group, Set<string>>();
  for (const { event, host } of index.edits) {
    for (const group of around(groupOf.get(event))) edited.set(group, (edited.get(group) ?? new Set()).add(host));
  }
  return new Map(
    [...new Set([...groupOf.values()].flatMap(group => [...around(group)]))].map(group => {
      const hosts = [...(edited.get(group) ?? [])];
      const own = hosts.filter(host => isParameter(index, host));
      const counts = { parameters: parameters.get(group) ?? 0, edited: hosts.length, editedParameters: own.length };
      return [group, { ...NOTHING, ...group.content, ...counts }];
    }),
  );
}

/** Leaves that require grad. */
export function isParameter({ tensors }: TraceIndex, id: string): boolean {
  const tensor = tensors.get(id);
  return tensor?.is_leaf === true && tensor.requires_grad;
}

function parametersOf(index: TraceIndex): readonly string[] {
  return [...index.visible.cards].filter(id => isParameter(index, id));
}

/** The first drawn op that reads a tensor. */
export function firstReader({ visible }: TraceIndex, id: string): number | null {
  return (visible.readers.get(id) ?? []).find(op => visible.pills.has(op.index))?.index ?? null;
}

function* around(group: Group | null | undefined): Iterable<Group> {
  for (let each = group ?? null; each !== null; each = each.outer) yield each;
}
