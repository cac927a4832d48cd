/** Cuts from a scene what touches a window: of a large film only the part in view is drawn. */
import { overlap, type Rect, roomOf, type Scene } from "../../layout/scene";

export interface Culler {
  /** Vertices and edges that touch the window: what the drawing costs. */
  readonly count: (window: Rect) => number;
  readonly cut: (window: Rect) => Scene;
}

/** Measure everything once; each cut is then linear in the scene, at very little cost for what is outside. */
export function culler(scene: Scene): Culler {
  const placed = [...scene.vertices];
  const vertices = boxes(placed.map(([, vertex]) => roomOf(vertex)));
  const edges = boxes(scene.edges.map(edge => boundsOf(edge.path)));
  const links = boxes(scene.links.map(link => boundsOf(link.path)));
  return {
    count: window => vertices.count(window) + edges.count(window),
    cut: window => ({
      ...scene,
      vertices: new Map(vertices.pick(window, placed)),
      edges: edges.pick(window, scene.edges),
      links: links.pick(window, scene.links),
      storages: scene.storages.filter(storage => storage.outlines.some(outline => overlap(outline, window))),
      handles: scene.handles.filter(handle => overlap(handle, window)),
    }),
  };
}

interface Boxes {
  readonly count: (window: Rect) => number;
  readonly pick: <Item>(window: Rect, items: readonly Item[]) => Item[];
}

/** Sides in one row of numbers: left, top, right, bottom of each. */
function boxes(rects: readonly Rect[]): Boxes {
  const sides = new Float64Array(rects.length * 4);
  for (const [at, { x, y, width, height }] of rects.entries()) sides.set([x, y, x + width, y + height], at * 4);
  const each = (window: Rect, found: (at: number) => void) => {
    const [right, bottom] = [window.x + window.width, window.y + window.height];
    for (let at = 0; at < sides.length; at += 4) {
      const across = (sides[at] ?? 0) < right && window.x < (sides[at + 2] ?? 0);
      if (across && (sides[at + 1] ?? 0) < bottom && window.y < (sides[at + 3] ?? 0)) found(at / 4);
    }
  };
  return {
    count: window => {
      let count = 0;
      each(window, () => count++);
      return count;
    },
    pick: (window, items) => {
      const found: (typeof items)[number][] = [];
      each(window, at => found.push(items[at] as (typeof items)[number]));
      return found;
    },
  };
}

/** The numbers of a path are absolute and come in pairs; control points bound their curve. */
function boundsOf(path: string): Rect {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let isX = true;
  for (const match of path.matchAll(/-?\d+(?:\.\d+)?/g)) {
    const number = Number(match[0]);
    if (isX) {
      left = Math.min(left, number);
      right = Math.max(right, number);
    } else {
      top = Math.min(top, number);
      bottom = Math.max(bottom, number);
    }
    isX = !isX;
  }
  return { x: left - 4, y: top - 4, width: right - left + 8, height: bottom - top + 8 };
}
