/** Says how much a pill of a story stands for: ops or nodes between two things, further leaves, further saved tensors that are stale. */
import type { Group } from "./graph";
import { keepStart } from "./measure";
import type { Wording } from "./sizes";

const MAX_PLACE_LETTERS = 24;

/** Null for a group of the program. */
export function stretchText({ kind, label, ops }: Group, word: Wording): string | null {
  const count = { count: ops };
  switch (kind) {
    case "stretch":
      return label === "" ? word("stage-ops", count) : `${word("stage-ops", count)} · ${keepStart(label, MAX_PLACE_LETTERS)}`;
    case "passed":
      return word("stage-nodes", count);
    case "leaves":
      return word(label === "" ? "stage-more-leaves" : "stage-more-parameters", count);
    case "stale":
      return word("stage-more-stale", count);
    default:
      return null;
  }
}
