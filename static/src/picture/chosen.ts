/** Finds the vertex of what is selected: a tensor's card or the op that made it, a node, the node that saved. */

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
