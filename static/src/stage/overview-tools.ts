/** What a stage needs to show overviews, loaded where there is one: an embed of a small film weighs nothing more for it. */
import type { OpenSet } from "../fold/folding";
import { MAX_BOXES } from "../fold/overview-boxes";
import { overviewGraph, overviewSource } from "../fold/overview-graph";
import type { OverviewChoice } from "../fold/overview-homes";
import { isOpenable, isRound, openInOverview } from "../fold/overview-open";
import { RANKS, type Weights } from "../fold/overview-weights";
import { boxSizes } from "../graph/box-sizes";
import { type Graph, type Group, partsOf, type Vertex } from "../graph/graph";
import { groupSizes } from "../graph/group-sizes";
import type { Wording } from "../graph/sizes";
import type { WindowSize } from "../layout/place";
import { estimateWrapped, layOutWrapped } from "../layout/wrapped";
import type { TraceIndex } from "../trace/index";
import type { ProgramView } from "./view";

/** An overview has at most this many things when it opens; opening groups by hand adds a few. */
const MAX_THINGS_AT_FIRST = 34;
/** A picture that is shown smaller than this cannot be read; on a phone, which is held nearer, a little smaller. */
const MIN_ZOOM = 1;
const MIN_PHONE_ZOOM = 0.8;
const PHONE_WIDTH_PX = 480;
/** In a small window there is room for fewer boxes and cards. */
const ROOMS = [
  { boxes: MAX_BOXES, cards: 4 },
  { boxes: 13, cards: 3 },
  { boxes: 10, cards: 3 },
  { boxes: 8, cards: 2 },
  { boxes: 6, cards: 2 },
  { boxes: 4, cards: 1 },
  { boxes: 6, cards: 0 },
  { boxes: 4, cards: 0 },
] as const;
const SMALLEST_ROOM = { boxes: 3, cards: 0 } as const;
/** Each try walks over all things, edges and links of a graph. The tries for one overview look at so many together: for a graph of more than that nothing but the smallest is tried. */
const MAX_TRIED_PARTS = 60_000;
/** A picture of so many things says enough. */
const ENOUGH_THINGS = 10;
/** Each open group around what the diagnosis is about, up to two that are no rounds of loops, is worth so many things. */
const ENOUGH_REACH = 2;
const THINGS_PER_REACH = 2;
/** In the frame of an article the height of the window is not asked for: it is lower than any window. */
const MIN_WINDOW_PX = 200;
const FRAME_HEIGHT_PX = 460;
/** The window gets lower when sentence and timeline below it are filled: so much of it is there then at usual sizes of screens. */
const MAX_HEIGHT_PX = 624;
const MAX_PHONE_HEIGHT_PX = 426;

type Room = Pick<OverviewChoice, "boxes" | "cards">;

export function overviewOf(index: TraceIndex): ProgramView {
  const source = overviewSource(index);
  const { tree, weights } = source;
  let room: Room = ROOMS[0];
  let looks = 0;
  const contracted = remembered((graph: Graph, word: Wording, tried: Room, ...open: readonly string[]) => {
    looks++;
    return overviewGraph(graph, source, { ...tried, open: new Set(open) }, { ...groupSizes(word), ...boxSizes(word) }, word);
  });
  const contract: ProgramView["contract"] = ({ graph }, open, word) => contracted(graph, word, room, ...open);
  const laidOut = remembered((shown: Graph, windowSize: WindowSize) => layOutWrapped(shown, roomFor(shown, windowSize)));
  return {
    tree,
    contract,
    layOut: laidOut,
    open: (film, word) => {
      const { graph, windowSize } = film;
      looks = 0;
      const mayLook = () => (looks + 1) * partsOf(graph) <= MAX_TRIED_PARTS;
      if (!mayLook()) {
        room = SMALLEST_ROOM;
        return new Set();
      }
      const size = readable(windowSize);
      const fits = (open: OpenSet) => {
        if (!mayLook()) return false; // what was found so far is taken
        const shown = contract(film, open, word);
        return shown.vertices.length <= MAX_THINGS_AT_FIRST && isWithin(estimateWrapped(shown, size), size);
      };
      const isDrawnWithin = (open: OpenSet) => isWithin(laidOut(contract(film, open, word), windowSize), size);
      const reachOf = (open: OpenSet) => [...open].filter(id => isDiagnosed(tree.groups.get(id), weights)).length;
      const best = firstWithEnough(reachOf(new Set(tree.groups.keys())), tried => {
        room = tried;
        if (!fits(new Set())) return null;
        let open = openInOverview(tree, weights, tried.boxes, fits);
        // Edges may need more room than was estimated.
        while (open.size > 0 && !isDrawnWithin(open)) open = withoutLeast(open);
        if (open.size === 0 && !isDrawnWithin(open)) return null;
        return { room, open, reach: reachOf(open), count: countOf(contract(film, open, word)) };
      });
      room = best.room;
      return best.open;
    },
  };
}

/** The same function, which answers again what it has answered last. */
function remembered<Given extends readonly unknown[], Answer>(make: (...given: Given) => Answer): (...given: Given) => Answer {
  let last: { readonly given: Given; readonly answer: Answer } | null = null;
  return (...given) => {
    const isSame = last !== null && last.given.length === given.length && last.given.every((each, at) => each === given[at]);
    if (last === null || !isSame) last = { given, answer: make(...given) };
    return last.answer;
  };
}

/** Things that are something by themselves: a range of lines is not, one of cells says which it is. */
function countOf({ vertices, groups }: Graph): number {
  const groupOf = ({ id }: Vertex) => groups.get(id.replace(/^b(?=g:)/, ""))?.group;
  return vertices.filter(vertex => groupOf(vertex)?.kind !== "range" || groupOf(vertex)?.cells !== undefined).length;
}

function isDiagnosed(group: Group | undefined, { rankOf }: Weights): boolean {
  return group !== undefined && isOpenable(group) && group.kind !== "cell" && !isRound(group) && rankOf(group) === RANKS.diagnosed;
}

interface Opened {
  readonly room: Room;
  readonly open: OpenSet;
  /** How many groups are open that hold what the diagnosis is about. */
  readonly reach: number;
  readonly count: number;
}

/** The first room in which enough is shown and all of what the diagnosis is about is reached, or else that in which most is. */
function firstWithEnough(farthest: number, openIn: (room: Room) => Opened | null): Opened {
  let best: Opened = { room: SMALLEST_ROOM, open: new Set(), reach: 0, count: 0 };
  for (const room of ROOMS) {
    const opened = openIn(room);
    if (opened !== null && scoreOf(opened) > scoreOf(best)) best = opened;
    if (best.count >= ENOUGH_THINGS && best.reach >= Math.min(farthest, ENOUGH_REACH)) break;
  }
  return best;
}

function scoreOf({ count, reach }: Opened): number {
  return Math.min(count, ENOUGH_THINGS) + THINGS_PER_REACH * Math.min(reach, ENOUGH_REACH) + count / MAX_THINGS_AT_FIRST;
}

/** The most important of them is the last. */
function withoutLeast(open: OpenSet): OpenSet {
  return new Set([...open].slice(1));
}

function isWithin({ width, height }: WindowSize, room: WindowSize): boolean {
  return width <= room.width + 1 && height <= room.height;
}

/** The window, or where the picture would be too high for it, one in which it is as small as can be read. */
function roomFor(shown: Graph, windowSize: WindowSize): WindowSize {
  const [own, smallest] = [{ ...windowSize, height: heightOf(windowSize) }, readable(windowSize)];
  if (own.width === smallest.width) return own;
  return estimateWrapped(shown, own).height <= own.height ? own : smallest;
}

function isFramed({ height }: WindowSize): boolean {
  return height < MIN_WINDOW_PX;
}

function heightOf(windowSize: WindowSize): number {
  if (isFramed(windowSize)) return FRAME_HEIGHT_PX;
  return Math.min(windowSize.height, windowSize.width < PHONE_WIDTH_PX ? MAX_PHONE_HEIGHT_PX : MAX_HEIGHT_PX);
}

/** The largest picture that can be read as a whole in a window. */
function readable(windowSize: WindowSize): WindowSize {
  const zoom = windowSize.width < PHONE_WIDTH_PX ? MIN_PHONE_ZOOM : MIN_ZOOM;
  return { width: windowSize.width / zoom, height: heightOf(windowSize) / zoom };
}
