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
  /** The window that it was opened in. */
  readonly fill: Fill;
}

export function openFilm(index: TraceIndex, fill: Fill, word: Wording): Film {
  const tree = groupTree(index);
  const graph = openGraph(index, word);
  const open = openAtFirst(tree);
  return { index, tree, graph, open, fill, scene: sceneOf(index, tree, graph, open, fill, word) };
}

export function withOpen(film: Film, open: OpenSet, word: Wording): Film {
  const { index, tree, graph, fill } = film;
  return { ...film, open, scene: sceneOf(index, tree, graph, open, fill, word) };
}

function sceneOf(index: TraceIndex, tree: GroupTree, graph: Graph, open: OpenSet, fill: Fill, word: Wording): Scene {
  return layOut(contract(graph, index, tree, open, groupSizes(word)), fill);
}
