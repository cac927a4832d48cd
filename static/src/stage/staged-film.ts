/**
 * Turns a trace, what of it is to be shown, and the set of open groups into a scene.
 *
 *     TraceIndex ─▶ buildGraph, once per language ─▶ contract, for the groups that are open ─▶ layOut ─▶ Scene
 *
 * The view that is shown contracts and lays out. Laying out a large graph takes long, so it is a step of its own: `prepareFilm` and
 * `refoldFilm` give an UnplacedFilm, and `placeFilm` adds the scene to it, which may have been laid out in a worker.
 */

import type { OpenSet } from "../fold/folding";
import type { GroupTree } from "../fold/tree";
import { buildGraph } from "../graph/build";
import type { Graph } from "../graph/graph";
import type { Wording } from "../graph/sizes";
import { layOut } from "../layout/layout";
import type { WindowSize } from "../layout/place";
import type { Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";
import type { Show } from "../trace/show";
import { everythingOf, isTooMuch } from "./everything";
import { type ProgramView, type StageView, shownOf, WHOLE } from "./view";

export interface StagedFilm extends StageView {
  readonly index: TraceIndex;
  /** The graph with every group open. */
  readonly graph: Graph;
  /** The view that is shown, and its groups. */
  readonly view: ProgramView;
  readonly tree: GroupTree;
  readonly open: OpenSet;
  /** The views that have been shown, with what is open in them. */
  readonly shownViews: Readonly<Partial<Record<Show, { readonly view: ProgramView; readonly open: OpenSet }>>>;
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
export function prepareFilm(index: TraceIndex, windowSize: WindowSize, word: Wording, asked: StageView = WHOLE): UnplacedFilm {
  const base = { index, graph: buildGraph(index, word), windowSize, language: languageOf(word), shownViews: {} };
  return inView({ ...base, ...asked, show: shownOf(index, asked) }, word);
}

/** The same film with something else of it shown. */
export function reshowFilm(film: StagedFilm, asked: Pick<StageView, "story" | "show">, word: Wording): UnplacedFilm {
  const { view, open, index, tools } = film;
  const shownViews = { ...film.shownViews, [film.show]: { view, open } };
  return inView({ ...film, ...asked, show: shownOf(index, { ...asked, tools }), shownViews }, word);
}

/** A view that was shown before has its groups open as they were; a story is made anew, since it may be another one. */
function inView(film: Omit<StagedFilm, "scene" | "view" | "tree" | "open">, word: Wording): UnplacedFilm {
  const { show, index, story, tools, shownViews } = film;
  const known = shownViews[show];
  const make = { ...tools, all: wholeOf(tools) }[show] ?? everythingOf;
  const view = known === undefined || show === "story" ? make(index, story) : known.view;
  const viewed = contractFilm({ ...film, view, tree: view.tree, open: known?.open ?? view.open(film, word) }, word);
  if (show !== "all" || known !== undefined || !isTooMuch(viewed.shown)) return viewed;
  // Its groups can be opened one by one as well.
  const instead = tools?.overview?.(index, story);
  return instead === undefined
    ? viewed
    : contractFilm({ ...film, view: instead, tree: instead.tree, open: instead.open(film, word) }, word);
}

function wholeOf(tools: StageView["tools"]): (index: TraceIndex) => ProgramView {
  return index => tools?.small(index) ?? everythingOf(index);
}

/** The same film with other groups open. */
export function refoldFilm(film: StagedFilm, open: OpenSet, word: Wording): UnplacedFilm {
  return contractFilm({ ...film, open }, word);
}

export function placeFilm(film: UnplacedFilm, scene: Scene = film.view.layOut(film.shown, film.windowSize)): StagedFilm {
  const { shown: _, ...rest } = film;
  return { ...rest, scene };
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
export function translateFilm(film: StagedFilm, word: Wording): StagedFilm {
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

/** All groups open, or those that are open at first where all are open already. */
export function openedMore({ view, open, show, scene, ...film }: StagedFilm, word: Wording): OpenSet {
  // The stretches of a story are not in the tree: each is known once what is around it is open.
  const all = show === "story" ? [...open, ...scene.groups.keys()] : view.tree.groups.keys();
  const wide = new Set(all);
  return open.size < wide.size ? wide : view.open(film, word);
}

function contractFilm(film: Omit<StagedFilm, "scene">, word: Wording): UnplacedFilm {
  return { ...film, shown: film.view.contract(film, film.open, word) };
}
