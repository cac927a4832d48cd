/** Fits a story into its window: in lines where it is wider, and with less of it kept where all would be higher than can be read. */
import type { OpenSet } from "../fold/folding";
import { storyGraph } from "../fold/story-graph";
import type { GroupTree } from "../fold/tree";
import type { Graph } from "../graph/graph";
import type { Wording } from "../graph/sizes";
import { layOut as layOutPlain } from "../layout/layout";
import { layOutInOwnColumns } from "../layout/own-columns";
import type { WindowSize } from "../layout/place";
import type { Scene } from "../layout/scene";
import { estimateWrapped, layOutWrapped } from "../layout/wrapped";
import type { Story } from "../story/story";
import type { TraceIndex } from "../trace/index";

/** A story is read at its full size; on a phone, which is held nearer, a little smaller. */
const PHONE_WIDTH_PX = 480;
const PHONE_ZOOM = 0.8;
/** Lines that go on below are followed less easily than one: they must save so much height. */
const MIN_GAIN_PX = 24;
/** A picture may also use the room beside the tools at the bottom. */
const TOOLS_PX = 36;
/** The window of a phone gets lower when sentence and timeline below it are filled: so much of it is there then. */
const MAX_PHONE_HEIGHT_PX = 426;
/** An estimate may be so much too high. */
const MAX_OVERESTIMATE = 1.3;
/** What was saved, by which node, and the edit are always there; in a frame, which may be higher, the op that saved it as well. */
const MIN_KEPT = 4;
const MIN_FRAMED_KEPT = 6;

export interface StoryStage {
  readonly contract: (film: StoryFilm, open: OpenSet, word: Wording) => Graph;
  readonly layOut: (shown: Graph, windowSize: WindowSize) => Scene;
}

export interface StoryFilm {
  readonly index: TraceIndex;
  readonly graph: Graph;
  readonly tree: GroupTree;
  readonly story: Story;
  readonly windowSize: WindowSize;
}

export const storyStage: StoryStage = {
  contract: ({ index, graph, tree, story, windowSize }, open, word) => {
    const shown = (kept: number, opened: OpenSet) =>
      storyGraph(graph, index, tree, { ...story, kept: new Set([...story.kept].slice(0, kept)) }, opened, word);
    let kept = story.kept.size;
    const least = isFramed(windowSize) ? MIN_FRAMED_KEPT : MIN_KEPT;
    while (kept > least && !fits(shown(kept, new Set()), windowSize)) kept--;
    return shown(kept, open);
  },
  layOut,
};

function fits(shown: Graph, windowSize: WindowSize): boolean {
  const room = readable(windowSize);
  const estimate = estimateWrapped(shown, room);
  if (estimate.height > room.height * MAX_OVERESTIMATE && layOutPlain(shown, windowSize).width > room.width + 1) return false;
  return isWithin(layOut(shown, windowSize), room);
}

function isWithin({ width, height }: WindowSize, room: WindowSize): boolean {
  return width <= room.width + 1 && height <= room.height;
}

function layOut(shown: Graph, windowSize: WindowSize): Scene {
  const plain = layOutPlain(shown, windowSize);
  const room = readable(windowSize);
  if (isFramed(windowSize)) return inFrame(plain, shown, windowSize);
  const isPlain = plain.width <= room.width + 1 && !entersGradient(plain);
  if (isPlain && plain.height <= room.height) return plain;
  const own = { ...windowSize, height: heightOf(windowSize) };
  const wrapped = layOutWrapped(shown, estimateWrapped(shown, own).height <= own.height ? own : room);
  return isPlain && plain.height <= wrapped.height ? plain : wrapped;
}

/** An edge would come from below to an AccumulateGrad, through the gradient that is drawn there. */
function entersGradient({ edges, vertices }: Scene): boolean {
  return edges.some(({ edge, angle }) => angle === 270 && vertices.get(edge.to)?.vertex.kind === "accumulate");
}

/** In an article a picture that is wide is better than one that is high, and one that is whole better than both. */
function inFrame(plain: Scene, shown: Graph, windowSize: WindowSize): Scene {
  const room = readable(windowSize);
  const inOneLine = plain.width <= windowSize.width ? plain : narrower(plain, layOutInOwnColumns(shown, windowSize));
  if (isWithin(inOneLine, room)) return inOneLine;
  const inLines = layOutWrapped(shown, room);
  if (inLines.width > room.width + 1) return narrower(inOneLine, inLines);
  return inOneLine.width > room.width + 1 || inLines.height + MIN_GAIN_PX < inOneLine.height ? inLines : inOneLine;
}

function narrower(one: Scene, other: Scene): Scene {
  return other.width < one.width ? other : one;
}

function isFramed({ maxHeight }: WindowSize): boolean {
  return maxHeight !== undefined;
}

function heightOf({ width, height }: WindowSize): number {
  return width < PHONE_WIDTH_PX ? Math.min(height + TOOLS_PX, MAX_PHONE_HEIGHT_PX) : height + TOOLS_PX;
}

/** The largest picture that can be read as a whole in a window. */
function readable(windowSize: WindowSize): WindowSize {
  const zoom = windowSize.width < PHONE_WIDTH_PX ? PHONE_ZOOM : 1;
  return { width: windowSize.width / zoom, height: (windowSize.maxHeight ?? heightOf(windowSize)) / zoom };
}
