/**
 * Fits a story into its window: straight, forward to the right and backward to the left, where it fits so; else in lines. Less of
 * it is kept where all would be higher than can be read.
 */
import type { OpenSet } from "../fold/folding";
import { storyGraph } from "../fold/story-graph";
import { groupTree } from "../fold/tree";
import type { Graph, GraphEdge } from "../graph/graph";
import { layOut as layOutPlain } from "../layout/layout";
import { layOutInOwnColumns } from "../layout/own-columns";
import type { WindowSize } from "../layout/place";
import type { Scene } from "../layout/scene";
import { estimateWrapped, layOutWrapped } from "../layout/wrapped";
import type { Story } from "../story/story";
import type { TraceIndex } from "../trace/index";
import type { ProgramView } from "./view";

/** A story is read at its full size; on a phone, which is held nearer, a little smaller. */
const PHONE_WIDTH_PX = 480;
const PHONE_ZOOM = 0.8;
/** Lines that go on below are followed less easily than one: they must save so much height. */
const MIN_GAIN_PX = 24;
/** A picture may also use the room beside the tools at the bottom. */
const TOOLS_PX = 36;
/** The window of a phone gets lower when sentence and timeline below it are filled: so much of it is there then. */
const MAX_PHONE_HEIGHT_PX = 426;
/** What is a little smaller than it is read at is still shown whole. */
const LEAST_WHOLE = 0.9;
const WRAPPED_ZOOMS = [1, 0.95, 0.9, 0.85, 0.8] as const;
/** An estimate may be so much too high. */
const MAX_OVERESTIMATE = 1.3;
/** What was saved, by which node, and the edit are always there; in a frame, which may be higher, the op that saved it as well. */
const MIN_KEPT = 4;
const MIN_FRAMED_KEPT = 6;

export function storyView(index: TraceIndex, story: Story): ProgramView {
  const tree = groupTree(index);
  const closed = new Set<string>();
  return {
    tree,
    open: () => closed,
    layOut: remembered(layOut),
    contract: ({ graph, windowSize }, open, word) => {
      const shown = (kept: number, opened: OpenSet) =>
        storyGraph(graph, index, tree, { ...story, kept: new Set([...story.kept].slice(0, kept)) }, opened, word);
      return shown(
        keptIn(windowSize, story.kept.size, kept => shown(kept, closed)),
        open,
      );
    },
  };
}

/** How many of the kept things are shown in a window, the most important first. */
function keptIn(windowSize: WindowSize, all: number, shown: (kept: number) => Graph): number {
  const least = Math.min(all, isFramed(windowSize) ? MIN_FRAMED_KEPT : MIN_KEPT);
  const choices = Array.from({ length: all - least + 1 }, (_, less) => all - less);
  return choices.find(kept => fits(shown(kept), windowSize)) ?? least;
}

function fits(shown: Graph, windowSize: WindowSize): boolean {
  const room = readable(windowSize);
  const estimate = estimateWrapped(shown, room);
  if (estimate.height > room.height * MAX_OVERESTIMATE && layOutPlain(shown, windowSize).width > room.width + 1) return false;
  return isWithin(layOut(shown, windowSize), room);
}

function isWithin({ width, height }: WindowSize, room: WindowSize): boolean {
  return width <= room.width + 1 && height <= room.height;
}

/** Nothing is left out: in one line where it fits so, else in that line or in several, whichever is to be seen larger. */
export function layOutWhole(shown: Graph, windowSize: WindowSize): Scene {
  const straight = straightIn(shown, windowSize);
  if (straight !== null) return straight;
  const own = layOutInOwnColumns(shown, windowSize);
  // Names that move are arrows over one line of cards, and counters that are shared are lines along it.
  if (shown.names.length > 0 || shown.storages.length > 0) return own;
  const room = readable(windowSize);
  const inLines = completeIn(shown, room);
  if (inLines === null) return own;
  const [zoom, other] = [zoomIn(own, room), zoomIn(inLines, room)];
  // Where neither can be read whole, what goes on below is found more easily than what was cut at the side.
  if (Math.max(zoom, other) < LEAST_WHOLE && inLines.width <= room.width + 1) return inLines;
  return other > zoom ? inLines : own;
}

/** In lines, as large as all of it can be drawn so; null where there is never a way for a line. */
function completeIn(shown: Graph, { width, height }: WindowSize): Scene | null {
  for (const zoom of WRAPPED_ZOOMS) {
    const scene = layOutWrapped(shown, { width: width / zoom, height: height / zoom });
    if (isComplete(scene, shown)) return scene;
  }
  return null;
}

/** Around many boxes in little room there may be no way for a line. */
function isComplete(scene: Scene, { links, edges }: Graph): boolean {
  const isBack = ({ kind, ranked }: GraphEdge) => kind === "edit" && !ranked;
  return scene.links.length === links.length && scene.edges.length >= edges.filter(edge => !isBack(edge)).length;
}

/** How large all of it can be seen, at most at its full size. */
function zoomIn({ width, height }: Scene, room: WindowSize): number {
  return Math.min(1, (room.width + 1) / width, room.height / height);
}

function layOut(shown: Graph, windowSize: WindowSize): Scene {
  const straight = straightIn(shown, windowSize);
  if (straight !== null) return straight;
  const plain = layOutPlain(shown, windowSize);
  const room = readable(windowSize);
  if (isFramed(windowSize)) return inFrame(plain, shown, windowSize);
  const own = { ...windowSize, height: heightOf(windowSize) };
  const wrapped = layOutWrapped(shown, estimateWrapped(shown, own).height <= own.height ? own : room);
  const isPlain = plain.width <= room.width + 1;
  if (isPlain && plain.height <= wrapped.height) return plain;
  return isComplete(wrapped, shown) ? wrapped : narrower(plain, layOutInOwnColumns(shown, windowSize));
}

/** In one line, with columns in common for both lanes or of their own; null where neither is within the window. */
function straightIn(shown: Graph, windowSize: WindowSize): Scene | null {
  const room = readable(windowSize);
  const isStraight = (scene: Scene) => isWithin(scene, room) && !leavesScene(scene);
  const plain = layOutPlain(shown, windowSize);
  if (isStraight(plain)) return plain;
  const own = layOutInOwnColumns(shown, windowSize);
  return isStraight(own) ? own : null;
}

/** A link would go around a box beyond the border of the drawing. */
function leavesScene({ links, width }: Scene): boolean {
  const across = ({ path }: Scene["links"][number]) => (path.match(/-?[\d.]+/g) ?? []).filter((_, at) => at % 2 === 0).map(Number);
  return links.some(link => across(link).some(x => x < 0 || x > width));
}

/** In an article a picture that is wide is better than one that is high, and one that is whole better than both. */
function inFrame(plain: Scene, shown: Graph, windowSize: WindowSize): Scene {
  const room = readable(windowSize);
  const inOneLine = plain.width <= windowSize.width ? plain : narrower(plain, layOutInOwnColumns(shown, windowSize));
  if (isWithin(inOneLine, room)) return inOneLine;
  const inLines = layOutWrapped(shown, room);
  if (!isComplete(inLines, shown)) return inOneLine;
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

/** The same function, which answers again what it has answered last. */
export function remembered(make: ProgramView["layOut"]): ProgramView["layOut"] {
  let last: { readonly shown: Graph; readonly windowSize: WindowSize; readonly scene: Scene } | null = null;
  return (shown, windowSize) => {
    if (last?.shown !== shown || last.windowSize !== windowSize) last = { shown, windowSize, scene: make(shown, windowSize) };
    return last.scene;
  };
}
