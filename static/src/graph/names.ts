/** Turns names that move into what the layout arranges: the card that loses the name, the one that gets it, and the label in between. */

import type { TraceIndex } from "../trace/index";
import type { GraphName, Vertex } from "./graph";
import { proseWidth } from "./measure";
import type { Wording } from "./sizes";

const textSize = 10.5;

export function graphNames(index: TraceIndex, cards: readonly Vertex[], word: Wording): GraphName[] {
  const known = new Set(cards.map(card => card.id));
  return index.moves
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map(({ name, from, to, event }) => {
      const text = word("stage-name-moves", { name });
      return { id: `name:${name}:${to}`, from, to, event, text, width: Math.ceil(proseWidth(text, textSize)) + 14 };
    });
}
