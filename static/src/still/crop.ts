/** Keeps of a large picture only the part around what the step is about, so that it can be read. */
import { overlap, type Rect, roomOf, type Scene } from "../layout/scene";
import type { Picture } from "../picture/picture";

const MAX_THINGS = 400;
const WINDOW = { width: 2200, height: 1300 } as const;

export interface Cropped {
  readonly picture: Picture;
  readonly lanes: Scene["lanes"];
  readonly window: Rect;
}

export function crop(scene: Scene, picture: Picture): Cropped {
  const whole = { x: 0, y: 0, width: scene.width, height: scene.height };
  if (picture.things.filter(thing => !thing.hidden).length <= MAX_THINGS) return { picture, lanes: scene.lanes, window: whole };
  const window = around(scene, picture);
  const inside = (rect: Rect) => overlap(rect, window);
  const lined = ({ path }: { readonly path: string }) => inside(boundsOf(path));
  return {
    picture: {
      ...picture,
      things: picture.things.filter(thing => !thing.hidden && inside(thing)),
      edges: picture.edges.filter(lined),
      links: picture.links.filter(lined),
      names: picture.names.filter(lined),
      storages: picture.storages.filter(({ outlines }) => outlines.split(";").some(outline => inside(rectOf(outline)))),
    },
    lanes: scene.lanes.map(lane => ({ ...lane, ...clip(lane, window) })),
    window,
  };
}

function around(scene: Scene, picture: Picture): Rect {
  const first = picture.focus.map(id => scene.vertices.get(id)).find(placed => placed !== undefined);
  const [width, height] = [Math.min(WINDOW.width, scene.width), Math.min(WINDOW.height, scene.height)];
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

/** Room of a path of absolute commands: every pair of numbers is a point that it does not leave. */
function boundsOf(path: string): Rect {
  const numbers = (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [xs, ys] = [numbers.filter((_, at) => at % 2 === 0), numbers.filter((_, at) => at % 2 === 1)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
