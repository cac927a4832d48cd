/** Turns a trace and a state of folding into a scene: the graph is made once, folded and laid out whenever a group opens or closes. */

import { contract } from "../fold/contract-graph";
import { isLegible, type OpenSet, openAtFirst, outermost } from "../fold/folding";
import { type GroupTree, groupTree, small } from "../fold/tree";
import { openGraph } from "../graph/build";
import type { Graph } from "../graph/graph";
import { groupSizes } from "../graph/group-sizes";
import type { Wording } from "../graph/sizes";
import { layOut } from "../layout/layout";
import type { Fill } from "../layout/place";
import type { Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";

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

/** A film that is not laid out yet, and the graph that is to be. */
export interface Draft extends Omit<Film, "scene"> {
  readonly shown: Graph;
}

export function draftOf(index: TraceIndex, fill: Fill, word: Wording): Draft {
  const tree = groupTree(index);
  const film = { index, tree, graph: openGraph(index, word), open: openAtFirst(tree), fill, tongue: tongueOf(word) };
  return folded(drafted(film, word), word);
}

/**
 * A small film that is too large for its window opens folded, from the inside out as far as it takes to see all of it; where it goes wrong
 * nothing is hidden.
 */
function folded(draft: Draft, word: Wording): Draft {
  const { index, tree, fill } = draft;
  if (tree.ops > small || tree.groups.size === 0 || index.run.diagnoses.some(({ severity }) => severity !== "note")) return draft;
  let best = draft;
  for (let open = draft.open; !isLegible(layOut(best.shown, fill), fill) && open.size > 0; ) {
    open = outermost(tree, open);
    best = drafted({ ...best, open }, word);
  }
  return best;
}

/** The same film with other groups open. */
export function redraft(film: Film, open: OpenSet, word: Wording): Draft {
  const { index, tree, graph, fill, tongue } = film;
  return drafted({ index, tree, graph, open, fill, tongue }, word);
}

function drafted(film: Omit<Film, "scene">, word: Wording): Draft {
  return { ...film, shown: contract(film.graph, film.index, film.tree, film.open, groupSizes(word)) };
}

export function finished({ shown, ...film }: Draft, scene: Scene = layOut(shown, film.fill)): Film {
  return { ...film, scene };
}

export function openFilm(index: TraceIndex, fill: Fill, word: Wording): Film {
  return finished(draftOf(index, fill, word));
}

/** The same film in another language: texts have other widths. */
export function translated({ index, tree, open, fill }: Film, word: Wording): Film {
  return finished(drafted({ index, tree, graph: openGraph(index, word), open, fill, tongue: tongueOf(word) }, word));
}

export function withOpen(film: Film, open: OpenSet, word: Wording): Film {
  return finished(redraft(film, open, word));
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
