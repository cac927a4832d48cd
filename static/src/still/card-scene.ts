/**
 * Lays out a film for a card, which is wide and low and shown small: of a story there is as little as explains it, the larger.
 *
 * A card is one step. What is not there yet at that step is given no room, as it would be in a film, in which nothing may move.
 */
import type { Graph } from "../graph/graph";
import type { Wording } from "../graph/sizes";
import type { Scene } from "../layout/scene";
import { pictureAt } from "../picture/picture-at";
import { frameWindow } from "../stage/frame";
import { openScene, placeFilm, prepareFilm } from "../stage/staged-film";
import { type StageView, shownOf } from "../stage/view";
import type { TraceIndex } from "../trace/index";

const WINDOW = frameWindow(712);
/** A wide story may be lower, and so be shown larger. */
const [NARROW_PX, WIDE_PX] = [560, 700];
const MAX_STORY_HEIGHT = 340;
/** About the room beside the code. */
const ROOM = { width: 606, height: 425 } as const;

export function cardScene(index: TraceIndex, position: number, word: Wording, view: StageView): Scene {
  if (shownOf(index, view) !== "story") return openScene(index, WINDOW, word, view);
  const narrow = storyScene(index, position, word, view, NARROW_PX);
  if (scaleOf(narrow) >= 1) return narrow;
  const wide = storyScene(index, position, word, view, WIDE_PX);
  return scaleOf(wide) > scaleOf(narrow) ? wide : narrow;
}

function storyScene(index: TraceIndex, position: number, word: Wording, view: StageView, width: number): Scene {
  const unplaced = prepareFilm(index, { ...WINDOW, width, maxHeight: MAX_STORY_HEIGHT }, word, view);
  const { things } = pictureAt(index, placeFilm(unplaced).scene, position, null, word);
  const hidden = new Set(things.filter(thing => thing.hidden).map(({ id }) => id));
  return placeFilm({ ...unplaced, shown: without(unplaced.shown, hidden) }).scene;
}

function scaleOf({ width, height }: Scene): number {
  return Math.min(ROOM.width / width, ROOM.height / height);
}

function without(graph: Graph, hidden: ReadonlySet<string>): Graph {
  const isThere = (id: string) => !hidden.has(id);
  const ends = ({ from, to }: { readonly from: string; readonly to: string }) => isThere(from) && isThere(to);
  return {
    ...graph,
    vertices: graph.vertices.filter(({ id }) => isThere(id)),
    edges: graph.edges.filter(ends),
    links: graph.links.filter(ends),
    storages: graph.storages
      .map(storage => ({ ...storage, members: storage.members.filter(isThere) }))
      .filter(({ members }) => members.length > 0),
    handles: graph.handles.filter(({ carrier }) => isThere(carrier)),
  };
}
