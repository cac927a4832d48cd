/** Finds the vertex of what is selected or pointed at: a tensor's card or the op that made it, a node, the node that saved. */

import type { TraceIndex } from "../trace/index";
import type { Target } from "../trace/target";

export function vertexOf(index: TraceIndex, { kind, id }: Target): string | null {
  if (kind === "node") return id;
  if (kind === "saved") return index.saved.get(id)?.node ?? null;
  const shown = kind === "tensor" ? index.visible.shownAs(id) : null;
  if (shown === null || index.visible.cards.has(shown)) return shown;
  const maker = index.visible.makers.get(shown);
  return maker === undefined ? null : `e${maker.index}`;
}

/** Something that a note points at: what can be selected, else the event of an op; neither for a line. */
interface Thing {
  readonly target: Target | null;
  readonly event: number | null;
}

export function verticesOf(index: TraceIndex, things: readonly Thing[]): ReadonlySet<string> {
  return new Set(things.map(({ target, event }) => (target === null ? `e${event}` : vertexOf(index, target)) ?? ""));
}
