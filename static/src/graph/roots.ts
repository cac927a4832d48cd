/** Turns backward calls into the links at their ends: from where each starts, and to the tensors that `autograd.grad` gave back. */
import type { EventOf, Tensor, Value } from "../trace/contract";
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

/** A tensor that nothing made and that was named right after `grad()` is a gradient: it came from the node that sent the same numbers. */
export function resultLinks(index: TraceIndex, places: (tensor: string) => Place | null): GraphLink[] {
  const links: GraphLink[] = [];
  let ran: EventOf<"node">[] = [];
  let given = false;
  for (const event of index.run.events) {
    if (event.kind === "backward_start") ran = [];
    else if (event.kind === "node") ran.push(event);
    else if (event.kind === "backward_end") given = true;
    else if (event.kind === "line") given = false;
    else if (given && event.kind === "bind" && !index.visible.makers.has(event.tensor)) {
      const [tensor, place] = [index.tensors.get(event.tensor), places(event.tensor)];
      const sender = tensor === undefined ? undefined : ran.findLast(run => run.grad_inputs.some(value => isSame(value, tensor)));
      if (sender === undefined || place === null) continue;
      links.push(bareLink(`result:${event.tensor}`, "result", place, sender.node, event.index));
    }
  }
  return links;
}

function isSame(value: Value | null, { value: held }: Tensor): boolean {
  return value !== null && held !== null && value.shape.join() === held.shape.join() && value.preview.join() === held.preview.join();
}

function bareLink(id: string, kind: GraphLink["kind"], { vertex, bead }: Place, to: string, event: number): GraphLink {
  return { id, saves: [], kind, from: vertex, bead, to, event, incident: false, tagWidth: 0, tagHeight: 0 };
}
