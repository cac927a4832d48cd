/** Says how much a pill of a story stands for: ops or nodes between two things, further leaves, further saved tensors that are stale. */
import type { StretchKind } from "../graph/graph";
import { keepStart } from "../graph/measure";
import type { Wording } from "../graph/sizes";

const MAX_PLACE_LETTERS = 14;

/** `place` is where its ops are; for leaves it says whether all are parameters. */
export function stretchText(kind: StretchKind, count: number, place: string, word: Wording): string {
  switch (kind) {
    case "stretch":
      return place === "" ? word("stage-ops", { count }) : `${word("stage-ops", { count })} · ${keepStart(place, MAX_PLACE_LETTERS)}`;
    case "passed":
      return word("stage-nodes", { count });
    case "leaves":
      return word(place === "" ? "stage-more-leaves" : "stage-more-parameters", { count });
    case "stale":
      return word("stage-more-stale", { count });
  }
}
