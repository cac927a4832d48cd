/**
 * Turns a trace, what of it is to be shown, and the set of open groups into a scene: `fold` or `story`, then `layout`.
 *
 *     TraceIndex ─▶ buildGraph, once per language ─┬─▶ contractGraph, for the groups that are open ─┬─▶ layOut ─▶ Scene
 *                                                  └─▶ storyGraph, for the stretches that are open ─┘
 *
 * Laying out a large graph takes long, so it is a step of its own: `prepareFilm` and `refoldFilm` give an UnplacedFilm, and `placeFilm`
 * adds the scene to it, which may have been laid out in a worker.
 */

import { contractGraph } from "../fold/contract-graph";
import { type OpenSet, openAtFirst, withoutInnermost } from "../fold/folding";
import { type GroupTree, groupTree, MAX_SMALL_FILM_OPS } from "../fold/tree";
import { buildGraph } from "../graph/build";
import type { Graph } from "../graph/graph";
import { groupSizes } from "../graph/group-sizes";
import type { Wording } from "../graph/sizes";
import { layOut } from "../layout/layout";
import type { WindowSize } from "../layout/place";
import type { Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";
import type { Show } from "../trace/show";
import type { Overview } from "./overview-tools";
import { type StageView, shownOf, WHOLE } from "./view";

export interface StagedFilm extends StageView {
  readonly index: TraceIndex;
  readonly tree: GroupTree;
  /** The graph with every group open. */
  readonly graph: Graph;
  readonly open: OpenSet;
  /** What is open in the pictures that are not shown now. */
  readonly opened: Readonly<Partial<Record<Show, OpenSet>>>;
  /** Made when it is shown first. */
  readonly overview: Overview | null;
  readonly scene: Scene;
  /** A word in the language in which sizes were measured. */
  readonly language: string;
  /** The window in which it was opened. */
  readonly windowSize: WindowSize;
}

/** A film that is not laid out yet, and the graph that is to be. */
export interface UnplacedFilm extends Omit<StagedFilm, "scene"> {
  readonly shown: Graph;
}

/** A film with a story is shown as its story, another one as its overview, unless something else is asked for. */
export function prepareFilm(index: TraceIndex, windowSize: WindowSize, word: Wording, view: StageView = WHOLE): UnplacedFilm {
  const tree = groupTree(index);
  const graph = buildGraph(index, word);
  const base = { index, tree, graph, ...view, open: new Set<string>(), opened: {}, overview: null, windowSize };
  return foldToFit(contractFilm(turnedTo({ ...base, show: shownOf(index, view), language: languageOf(word) }, word), word), word);
}

/** With what the shown picture needs: its open groups as they were, or as at first. */
function turnedTo(film: Omit<StagedFilm, "scene">, word: Wording): Omit<StagedFilm, "scene"> {
  const { show, index, tree, graph, windowSize, opened, tools } = film;
  const overview = film.overview ?? (show === "overview" ? (tools?.overviewOf?.(index) ?? null) : null);
  const atFirst = () => (show === "overview" && overview !== null ? overview.open(graph, windowSize, word) : openAtFirst(tree));
  return { ...film, overview, open: opened[show] ?? atFirst() };
}

/** The same film with something else of it shown. */
export function reshowFilm(film: StagedFilm, asked: Pick<StageView, "story" | "show">, word: Wording): UnplacedFilm {
  const { scene: _, ...rest } = film;
  const view = { ...asked, tools: film.tools };
  const opened = { ...film.opened, [film.show]: film.open };
  return contractFilm(turnedTo({ ...rest, ...view, show: shownOf(film.index, view), opened }, word), word);
}

/** The same film with other groups open. */
export function refoldFilm({ scene: _, ...film }: StagedFilm, open: OpenSet, word: Wording): UnplacedFilm {
  return contractFilm({ ...film, open }, word);
}

export function placeFilm({ shown, ...film }: UnplacedFilm, scene: Scene = layOutShown(film, shown)): StagedFilm {
  return { ...film, scene };
}

function layOutShown({ show, overview, windowSize, story, tools }: Omit<StagedFilm, "scene">, shown: Graph): Scene {
  if (show === "overview" && overview !== null) return overview.layOut(shown, windowSize);
  return show === "story" && story !== null && tools?.stories != null ? tools.stories.layOut(shown, windowSize) : layOut(shown, windowSize);
}

export function stageFilm(index: TraceIndex, windowSize: WindowSize, word: Wording, view: StageView = WHOLE): StagedFilm {
  return placeFilm(prepareFilm(index, windowSize, word, view));
}

/** The scene for a picture in which nothing can be opened: a story, an overview, else every group open. */
export function openScene(index: TraceIndex, windowSize: WindowSize, word: Wording, view: StageView = WHOLE): Scene {
  if (shownOf(index, view) !== "all") return stageFilm(index, windowSize, word, view).scene;
  return layOut(buildGraph(index, word), windowSize);
}

/** The same film in another language: texts have other widths. */
export function translateFilm({ scene: _, ...film }: StagedFilm, word: Wording): StagedFilm {
  return placeFilm(contractFilm({ ...film, graph: buildGraph(film.index, word), language: languageOf(word) }, word));
}

export function openGroups(film: StagedFilm, open: OpenSet, word: Wording): StagedFilm {
  return placeFilm(refoldFilm(film, open, word));
}

/** Open the groups around a vertex, so that it is drawn itself. */
export function revealVertex(film: StagedFilm, id: string, word: Wording): StagedFilm {
  const isShown = film.scene.vertices.has(film.scene.standsFor(id));
  let current = isShown || film.show === "all" ? film : placeFilm(reshowFilm(film, { ...film, show: "all" }, word));
  for (let hops = 0; hops < 64; hops++) {
    const shown = current.scene.standsFor(id).replace(/^b(?=g:)/, "");
    if (shown === id || !current.scene.groups.has(shown)) break;
    current = openGroups(current, new Set([...current.open, shown]), word);
  }
  return current;
}

export function languageOf(word: Wording): string {
  return word("stage-leaf");
}

function contractFilm(film: Omit<StagedFilm, "scene">, word: Wording): UnplacedFilm {
  const { graph, index, tree, story, show, tools, open, overview } = film;
  if (show === "overview" && overview !== null) return { ...film, shown: overview.contract(graph, open, word) };
  const shown =
    tools?.stories != null && story !== null && show === "story"
      ? tools.stories.contract({ ...film, story }, open, word)
      : contractGraph(graph, index, tree, open, groupSizes(word));
  return { ...film, shown };
}

/**
 * A small film that is too large for its window opens folded, from the inside out as far as it takes to see all of it; a film with a
 * diagnosis hides nothing.
 */
function foldToFit(film: UnplacedFilm, word: Wording): UnplacedFilm {
  const { index, tree, windowSize, show } = film;
  if (show !== "all") return film;
  if (tree.ops > MAX_SMALL_FILM_OPS || tree.groups.size === 0 || index.run.diagnoses.some(({ severity }) => severity !== "note"))
    return film;
  let best = film;
  while (!isLegible(layOut(best.shown, windowSize), windowSize)) {
    const open = withoutInnermost(tree, best.open);
    if (open.size === best.open.size) break;
    best = contractFilm({ ...best, open }, word);
  }
  return best;
}

/** Below this zoom a drawing cannot be read as a whole. */
const MIN_READABLE_ZOOM = 0.62;

export function isLegible(scene: Scene, { width, height }: WindowSize): boolean {
  return Math.min(width / scene.width, height / scene.height) >= MIN_READABLE_ZOOM;
}
