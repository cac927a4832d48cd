/** Turns a trace and a state of folding into a scene: the graph is made once, folded and laid out whenever a group opens or closes. */
import { groupSizes } from "../layout/group-sizes";
import { layOut } from "../layout/layout";
import type { Fill } from "../layout/place";
import type { Scene } from "../layout/scene";
import type { Wording } from "../layout/sizes";
import type { TraceIndex } from "../trace/index";
import { contract } from "./contract";
import { type OpenSet, openAtFirst } from "./folding";
import type { Graph } from "./graph";
import { openGraph } from "./open";
import { type GroupTree, groupTree } from "./tree";

export interface Film {
  readonly index: TraceIndex;
  readonly tree: GroupTree;
  readonly graph: Graph;
  readonly open: OpenSet;
  readonly scene: Scene;
  /** A word in the language that sizes were taken in. */
  readonly tongue: string;
  /** The window that it was opened in. */
  readonly fill: Fill;
}

export function openFilm(index: TraceIndex, fill: Fill, word: Wording): Film {
  const tree = groupTree(index);
  return framed(index, tree, openAtFirst(tree), fill, word);
}

/** The same film in another language: texts have other widths. */
export function translated({ index, tree, open, fill }: Film, word: Wording): Film {
  return framed(index, tree, open, fill, word);
}

export function withOpen(film: Film, open: OpenSet, word: Wording): Film {
  const { index, tree, graph, fill } = film;
  return { ...film, open, scene: layOut(contract(graph, index, tree, open, groupSizes(word)), fill) };
}

/** Open the groups around a vertex, so that it is on the stage itself. */
export function revealing(film: Film, id: string, word: Wording): Film {
  let current = film;
  for (let hops = 0; hops < 64; hops++) {
    const shown = current.scene.standsFor(id).replace(/^b(?=g:)/, "");
    if (shown === id || !current.scene.groups.has(shown)) break;
    current = withOpen(current, new Set([...current.open, shown]), word);
  }
  return current;
}

export function tongueOf(word: Wording): string {
  return word("stage-leaf");
}

function framed(index: TraceIndex, tree: GroupTree, open: OpenSet, fill: Fill, word: Wording): Film {
  const graph = openGraph(index, word);
  const scene = layOut(contract(graph, index, tree, open, groupSizes(word)), fill);
  return { index, tree, graph, open, fill, tongue: tongueOf(word), scene };
}
