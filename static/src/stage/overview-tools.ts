/** What a stage needs to show overviews, loaded where there is one: an embed of a small film weighs nothing more for it. */
import type { OpenSet } from "../fold/folding";
import { MAX_BOXES } from "../fold/overview-boxes";
import { overviewGraph, overviewSource } from "../fold/overview-graph";
import { openInOverview } from "../fold/overview-open";
import type { GroupTree } from "../fold/tree";
import { boxSizes } from "../graph/box-sizes";
import type { Graph } from "../graph/graph";
import { groupSizes } from "../graph/group-sizes";
import type { Wording } from "../graph/sizes";
import type { WindowSize } from "../layout/place";
import type { Scene } from "../layout/scene";
import { layOutWrapped } from "../layout/wrapped";
import type { TraceIndex } from "../trace/index";

export interface Overview {
  readonly tree: GroupTree;
  /** The groups that are open at first. */
  readonly open: (graph: Graph, windowSize: WindowSize, word: Wording) => OpenSet;
  readonly contract: (graph: Graph, open: OpenSet, word: Wording) => Graph;
  readonly layOut: (shown: Graph, windowSize: WindowSize) => Scene;
}

/** An overview has at most this many things when it opens; opening groups by hand adds a few. */
const MAX_THINGS_AT_FIRST = 34;
/** A picture that is shown smaller than this cannot be read; on a phone, which is held nearer, a little smaller. */
const MIN_ZOOM = 0.84;
const MIN_PHONE_ZOOM = 0.68;
const PHONE_WIDTH_PX = 480;
const MIN_BOXES = 5;
const BOX_COUNTS = [MAX_BOXES, 13, 10, 7, MIN_BOXES];
/** In the frame of an article the height of the window is not asked for. */
const MIN_HEIGHT_PX = 460;

export function overviewOf(index: TraceIndex): Overview {
  const source = overviewSource(index);
  const { tree } = source;
  let most = MAX_BOXES;
  const contract = (graph: Graph, open: OpenSet, word: Wording) =>
    overviewGraph(graph, source, { open, most }, { ...groupSizes(word), ...boxSizes(word) }, word);
  const layOut = (shown: Graph, windowSize: WindowSize) => {
    const tight = layOutWrapped(shown, windowSize);
    return tight.height <= Math.max(MIN_HEIGHT_PX, windowSize.height) ? tight : layOutWrapped(shown, readable(windowSize));
  };
  return {
    tree,
    contract,
    layOut,
    open: (graph, windowSize, word) => {
      const room = readable(windowSize);
      const fits = (open: OpenSet) => {
        const shown = contract(graph, open, word);
        if (shown.vertices.length > MAX_THINGS_AT_FIRST) return false;
        const { width, height } = layOut(shown, windowSize);
        return width <= room.width && height <= room.height;
      };
      // In a small window there is room for fewer boxes.
      most =
        BOX_COUNTS.find(count => {
          most = count;
          return fits(new Set());
        }) ?? MIN_BOXES;
      return openInOverview(index, tree, most, fits);
    },
  };
}

/** The largest picture that can be read as a whole in a window. */
function readable({ width, height }: WindowSize): WindowSize {
  const zoom = width < PHONE_WIDTH_PX ? MIN_PHONE_ZOOM : MIN_ZOOM;
  return { width: width / zoom, height: Math.max(MIN_HEIGHT_PX, height) / zoom };
}
