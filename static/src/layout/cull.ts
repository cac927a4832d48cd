/** Turns a scene into what of it touches a window: a large film is drawn only as far as it can be seen. */
import { overlap, type Rect, roomOf, type Scene } from "./scene";

export interface Culled {
  readonly scene: Scene;
  /** Vertices and edges together: what the drawing costs. */
  readonly size: number;
}

/** Measure everything once; the answer cuts a window out, in time linear in the scene but without allocating for what is outside. */
export function culler(scene: Scene): (window: Rect) => Culled {
  const vertices = [...scene.vertices].map(([id, placed]) => ({ id, placed, rect: roomOf(placed) }));
  const edges = scene.edges.map(edge => ({ edge, rect: boundsOf(edge.path) }));
  const links = scene.links.map(link => ({ link, rect: boundsOf(link.path) }));
  return window => {
    const seen = new Map(vertices.filter(item => overlap(item.rect, window)).map(item => [item.id, item.placed]));
    const crossing = edges.filter(item => overlap(item.rect, window)).map(item => item.edge);
    return {
      scene: {
        ...scene,
        vertices: seen,
        edges: crossing,
        links: links.filter(item => overlap(item.rect, window)).map(item => item.link),
        storages: scene.storages.filter(storage => storage.outlines.some(outline => overlap(outline, window))),
        handles: scene.handles.filter(handle => overlap(handle, window)),
      },
      size: seen.size + crossing.length,
    };
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
