/** Finds the vertex, or the bead at a vertex, that stands for a tensor; a hidden tensor is found at the op that made it. */
import type { TraceIndex } from "./index";

export interface Place {
  readonly vertex: string;
  readonly bead: string | null;
}

export function placesOf({ visible }: TraceIndex): (tensor: string) => Place | null {
  return id => {
    const shown = visible.shownAs(id) ?? id;
    if (visible.cards.has(shown)) return { vertex: shown, bead: null };
    const maker = visible.makers.get(shown);
    if (maker === undefined) return null;
    if (visible.pills.has(maker.index)) return { vertex: `e${maker.index}`, bead: shown };
    return null;
  };
}
