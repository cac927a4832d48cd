/** Keeps of a large picture only the part around what the step is about, so that it can be read. */
import type { Wording } from "../graph/sizes";
import type { WindowSize } from "../layout/place";
import { overlap, type Rect, roomOf, type Scene } from "../layout/scene";
import type { Picture } from "../picture/picture";
import { focusAt, pictureAt } from "../picture/picture-at";
import type { TraceIndex } from "../trace/index";

const MAX_THINGS = 400;
const WINDOW = { width: 2200, height: 1300 } as const;
const MAX_EXCESS = 1.5;

export interface Cropped {
  readonly picture: Picture;
  readonly lanes: Scene["lanes"];
  readonly window: Rect;
}

/** A step's picture as large as it can be read: of a picture of very many things only the part around what the step is about. */
export function croppedPicture(index: TraceIndex, scene: Scene, position: number, word: Wording): Cropped {
  const picture = pictureAt(index, scene, position, null, word);
  if (picture.things.filter(thing => !thing.hidden).length <= MAX_THINGS) return { picture, lanes: scene.lanes, window: wholeOf(scene) };
  return cropTo(around(scene, picture.focus, WINDOW), scene, picture);
}

/**
 * A step's picture, cut as all those of its scene are: to `size` wherever the scene is larger than it by half. What is outside takes no time,
 * so that the pictures of a film of 45,000 events are made as fast as those of a short one.
 */
export function windowedPicture(index: TraceIndex, scene: Scene, position: number, word: Wording, size: WindowSize): Cropped {
  const at = (part: Scene) => pictureAt(index, part, position, null, word);
  if (scene.width <= size.width * MAX_EXCESS && scene.height <= size.height * MAX_EXCESS)
    return { picture: at(scene), lanes: scene.lanes, window: wholeOf(scene) };
  const window = around(scene, focusAt(index, scene, position), size);
  const part = sceneWithin(scene, window);
  return cropTo(window, part, at(part));
}

function wholeOf({ width, height }: Scene): Rect {
  return { x: 0, y: 0, width, height };
}

/** What of a scene may be seen through a window. */
function sceneWithin(scene: Scene, window: Rect): Scene {
  const inside = (rect: Rect) => overlap(rect, window);
  const lined = (placed: { readonly path: string }) => inside(boundsOf(placed));
  return {
    ...scene,
    vertices: new Map([...scene.vertices].filter(([, placed]) => inside(roomOf(placed)))),
    edges: scene.edges.filter(lined),
    links: scene.links.filter(link => lined(link) || (link.tag !== null && inside(link.tag))),
    storages: scene.storages.filter(({ outlines }) => outlines.some(inside)),
    names: scene.names.filter(lined),
    handles: scene.handles.filter(inside),
  };
}

function cropTo(window: Rect, scene: Scene, picture: Picture): Cropped {
  const inside = (rect: Rect) => overlap(rect, window);
  const lined = (line: { readonly path: string }) => inside(boundsOf(line));
  return {
    picture: {
      ...picture,
      things: picture.things.filter(thing => !thing.hidden && inside(thing)),
      edges: picture.edges.filter(edge => edge.phase !== "hidden" && lined(edge)),
      links: picture.links.filter(link => link.phase !== "hidden" && lined(link)),
      names: picture.names.filter(name => !name.hidden && lined(name)),
      storages: picture.storages.filter(({ hidden, outlines }) => !hidden && outlines.split(";").some(outline => inside(rectOf(outline)))),
    },
    lanes: scene.lanes.map(lane => ({ ...lane, ...clip(lane, window) })),
    window,
  };
}

function around(scene: Scene, focus: readonly string[], most: WindowSize): Rect {
  const first = focus.map(id => scene.vertices.get(id)).find(placed => placed !== undefined);
  const [width, height] = [Math.min(most.width, scene.width), Math.min(most.height, scene.height)];
  const room = first ? roomOf(first) : { x: 0, y: 0, width, height };
  const x = Math.max(0, Math.min(scene.width - width, room.x + room.width / 2 - width / 2));
  const y = Math.max(0, Math.min(scene.height - height, room.y + room.height / 2 - height / 2));
  return { x, y, width, height };
}

function clip(lane: Rect, window: Rect): Rect {
  const x = Math.max(lane.x, window.x);
  const y = Math.max(lane.y, window.y);
  const right = Math.min(lane.x + lane.width, window.x + window.width);
  const bottom = Math.min(lane.y + lane.height, window.y + window.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

function rectOf(outline: string): Rect {
  const [x = 0, y = 0, width = 0, height = 0] = outline.split(" ").map(Number);
  return { x, y, width, height };
}

const knownBounds = new WeakMap<object, Rect>();

/** Room of a path of absolute commands: every pair of numbers is a point that it does not leave. */
function boundsOf(line: { readonly path: string }): Rect {
  const known = knownBounds.get(line);
  if (known) return known;
  const numbers = (line.path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [xs, ys] = [numbers.filter((_, at) => at % 2 === 0), numbers.filter((_, at) => at % 2 === 1)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const bounds = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  knownBounds.set(line, bounds);
  return bounds;
}
