/** The view of everything: each op, in the groups of the program that are closed or open. */
import { contractGraph } from "../fold/contract-graph";
import { openAtFirst, withoutInnermost } from "../fold/folding";
import { groupTree, MAX_SMALL_FILM_OPS } from "../fold/tree";
import { type Graph, partsOf } from "../graph/graph";
import { groupSizes } from "../graph/group-sizes";
import { layOut } from "../layout/layout";
import type { WindowSize } from "../layout/place";
import type { Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";
import { MAX_LAID_OUT_PARTS } from "../trace/show";
import type { ProgramView } from "./view";

/** Below this zoom a drawing cannot be read as a whole. */
const MIN_READABLE_ZOOM = 0.62;

export function everythingOf(index: TraceIndex): ProgramView {
  const tree = groupTree(index);
  const contract: ProgramView["contract"] = ({ graph }, open, word) => contractGraph(graph, index, tree, open, groupSizes(word));
  const isWhole = tree.ops > MAX_SMALL_FILM_OPS || index.run.diagnoses.some(({ severity }) => severity !== "note");
  return {
    tree,
    contract,
    layOut,
    /**
     * A small film that is too large for its window opens folded, from the inside out as far as it takes to see all of it; a film with a
     * diagnosis hides nothing.
     */
    open: (film, word) => {
      let open = openAtFirst(tree);
      if (isWhole || tree.groups.size === 0 || isTooMuch(contract(film, open, word))) return open;
      while (!isLegible(layOut(contract(film, open, word), film.windowSize), film.windowSize)) {
        const less = withoutInnermost(tree, open);
        if (less.size === open.size) break;
        open = less;
      }
      return open;
    },
  };
}

/** More than is laid out at once, closed groups and all. */
export function isTooMuch(shown: Graph): boolean {
  return partsOf(shown) > MAX_LAID_OUT_PARTS;
}

export function isLegible(scene: Scene, { width, height }: WindowSize): boolean {
  return Math.min(width / scene.width, height / scene.height) >= MIN_READABLE_ZOOM;
}
