/** Turns backward calls into the links at their ends: from where each starts, and to the tensors that `autograd.grad` gave back. */
import type { TraceIndex } from "../trace/index";
import type { Place } from "../trace/places";
import type { GraphLink } from "./graph";

export function rootLinks(index: TraceIndex, places: (tensor: string) => Place | null): GraphLink[] {
  const links = new Map<string, GraphLink>();
  for (const event of index.run.events) {
    if (event.kind !== "backward_start") continue;
    for (const root of event.roots) {
      const node = index.gradFnAt(root, event.index)?.node;
      const place = places(root);
      if (node === undefined || node === null || place === null) continue;
      const id = `root:${root}:${node}`;
      if (links.has(id)) continue;
      links.set(id, bareLink(id, "root", place, node, event.index));
    }
  }
  return [...links.values()];
}

/** From each gradient that `autograd.grad` gave back to the node at which it arrived. */
export function resultLinks(index: TraceIndex, places: (tensor: string) => Place | null): GraphLink[] {
  return index.run.events.flatMap(event => {
    if (event.kind !== "backward_end") return [];
    return event.results.flatMap(({ tensor, node }) => {
      const place = places(tensor);
      return node === null || place === null ? [] : [bareLink(`result:${tensor}`, "result", place, node, event.index)];
    });
  });
}

function bareLink(id: string, kind: GraphLink["kind"], { vertex, bead }: Place, to: string, event: number): GraphLink {
  return { id, saves: [], kind, from: vertex, bead, to, event, incident: false, tagWidth: 0, tagHeight: 0 };
}
