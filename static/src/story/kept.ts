/** Chooses the cards, ops and nodes that a story is about: what explains it, as many as there is room for. */
import type { TraceIndex } from "../trace/index";
import type { Ids } from "./look-up";

/** What is left out needs room as well: a story shows at most 16 things. */
export const MAX_KEPT = 11;

/** The first of these ids that are drawn. */
export function keptOf({ visible, nodes }: TraceIndex, wanted: Ids): ReadonlySet<string> {
  const isDrawn = (id: string) => visible.cards.has(id) || nodes.has(id) || (id.startsWith("e") && visible.pills.has(Number(id.slice(1))));
  const kept = new Set<string>();
  for (const id of wanted) {
    if (kept.size >= MAX_KEPT) break;
    if (id != null && isDrawn(id)) kept.add(id);
  }
  return kept;
}
