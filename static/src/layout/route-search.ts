/**
 * Finds ways for edges along the lines of a grid: around boxes, with few bends and crossings, no two over one another.
 *
 * Edges from one thing may run together, and so may edges to one thing: they are drawn as one line that branches. Every edge is routed
 * twice, the second time with all others known.
 */
import type { Point } from "./scene";
import type { Tracks } from "./tracks";

/** A place on the grid at which an edge may begin or end. */
export interface Port {
  readonly at: Point;
  /** Where the box is from here: 0 right, 90 below, 180 left, 270 above. */
  readonly towards: 0 | 90 | 180 | 270;
  /** How much longer the way may be to another port. */
  readonly cost: number;
}

export interface Wire {
  readonly id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly starts: readonly Port[];
  readonly ends: readonly Port[];
  /** It stays between these two heights. */
  readonly top: number;
  readonly bottom: number;
}

const BEND = 22;
const CROSSING = 14;
const TOUCH = 60;
const OVERLAP = 400;
/** Part of the length that counts where related edges run already. */
const SHARED = 0.6;
/** Part of the length that is expected to count: with the true least, nearly all of the grid would be searched. */
const EXPECTED = 0.95;

/** Ways from start to end by wire, each by its corners; a wire without a way is missing. */
export function routeWires(wires: readonly Wire[], tracks: Tracks): ReadonlyMap<string, readonly Point[]> {
  const use = createUse(tracks);
  const found = new Map<string, Way>();
  const order = wires.toSorted((a, b) => spanOf(a) - spanOf(b));
  for (const _ of [1, 2]) {
    for (const wire of order) {
      const before = found.get(wire.id);
      if (before !== undefined) use.change(wire, before, -1);
      const way = search(wire, tracks, use);
      if (way === null) continue;
      found.set(wire.id, way);
      use.change(wire, way, 1);
    }
  }
  return new Map([...found].map(([id, way]) => [id, corners(way, tracks)]));
}

/** Crossings of the grid, from start to end, next to one another. */
type Way = readonly number[];

function spanOf({ starts: [start], ends: [end] }: Wire): number {
  return start === undefined || end === undefined ? 0 : Math.abs(start.at.x - end.at.x) + Math.abs(start.at.y - end.at.y);
}

/** Which wires run over each piece of the grid, by its first crossing and its direction, and through each crossing. */
interface Use {
  readonly change: (wire: Wire, way: Way, by: 1 | -1) => void;
  readonly right: (at: number) => readonly Wire[];
  readonly down: (at: number) => readonly Wire[];
  readonly crossing: (at: number) => readonly Wire[];
}

const NONE: readonly Wire[] = [];

function createUse({ xs, ys }: Tracks): Use {
  const lists = [0, 1, 2].map(() => new Array<Wire[] | undefined>(xs.length * ys.length));
  const [rights = [], downs = [], crossings = []] = lists;
  const put = (list: (Wire[] | undefined)[], at: number, wire: Wire, by: 1 | -1) => {
    const known = list[at] ?? [];
    list[at] = by > 0 ? [...known, wire] : known.filter(each => each !== wire);
  };
  return {
    change: (wire, way, by) => {
      for (const [number, at] of way.entries()) {
        put(crossings, at, wire, by);
        const before = way[number - 1] ?? at;
        if (before !== at) put(Math.abs(before - at) === 1 ? rights : downs, Math.min(before, at), wire, by);
      }
    },
    right: at => rights[at] ?? NONE,
    down: at => downs[at] ?? NONE,
    crossing: at => crossings[at] ?? NONE,
  };
}

function areRelated(a: Wire, b: Wire): boolean {
  return a.kind === b.kind && (a.from === b.from || a.to === b.to);
}

/** The A* algorithm over crossings and the direction in which each was reached: a bend costs. */
function search(wire: Wire, tracks: Tracks, use: Use): Way | null {
  const { xs, ys } = tracks;
  const size = xs.length * ys.length * 2;
  const [costs, from] = [new Float64Array(size).fill(Number.POSITIVE_INFINITY), new Int32Array(size).fill(-1)];
  const goals = new Map(wire.ends.map(port => [stateAt(port, tracks), port.cost]));
  const rest = restTo(wire, tracks);
  const queue = createQueue();
  const reach = (state: number, cost: number, before: number) => {
    if (cost >= (costs[state] ?? 0)) return;
    costs[state] = cost;
    from[state] = before;
    queue.put(state, cost + rest(state >> 1));
  };
  const crowded = (at: number) => use.crossing(at).some(other => !areRelated(wire, other));
  for (const port of wire.starts) reach(stateAt(port, tracks), port.cost, -1);
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (let state = queue.take(); state >= 0; state = queue.take()) {
    const cost = costs[state] ?? 0;
    if (cost + rest(state >> 1) >= least) break;
    const ending = cost + (goals.get(state) ?? Number.POSITIVE_INFINITY);
    if (ending < least) [best, least] = [state, ending];
    reach(state ^ 1, cost + BEND + (crowded(state >> 1) ? TOUCH : 0), state);
    for (const next of neighbours(state, wire, tracks)) reach(next, cost + stepCost(wire, state, next, tracks, use), state);
  }
  return best < 0 ? null : wayTo(best, from);
}

/** About as much as the way from a crossing to the nearest end costs. */
function restTo({ ends }: Wire, { xs, ys }: Tracks): (at: number) => number {
  const [left, right] = [Math.min(...ends.map(({ at }) => at.x)), Math.max(...ends.map(({ at }) => at.x))];
  const [top, bottom] = [Math.min(...ends.map(({ at }) => at.y)), Math.max(...ends.map(({ at }) => at.y))];
  return at => {
    const [x, y] = [xs[at % xs.length] ?? 0, ys[Math.floor(at / xs.length)] ?? 0];
    return EXPECTED * (Math.max(left - x, 0, x - right) + Math.max(top - y, 0, y - bottom));
  };
}

/** Even for a crossing that is reached sidewards, odd for one reached up or down. */
function stateAt({ at, towards }: Port, { xs, ys }: Tracks): number {
  return (ys.indexOf(at.y) * xs.length + xs.indexOf(at.x)) * 2 + (towards % 180 === 0 ? 0 : 1);
}

function neighbours(state: number, { top, bottom }: Wire, { xs, ys, right, down }: Tracks): readonly number[] {
  const at = state >> 1;
  const found: number[] = [];
  if (state % 2 === 0) {
    if (right[at]) found.push(state + 2);
    if (at % xs.length > 0 && right[at - 1]) found.push(state - 2);
    return found;
  }
  const row = Math.floor(at / xs.length);
  if (down[at] && (ys[row + 1] ?? 0) <= bottom) found.push(state + 2 * xs.length);
  if (row > 0 && down[at - xs.length] && (ys[row - 1] ?? 0) >= top) found.push(state - 2 * xs.length);
  return found;
}

function stepCost(wire: Wire, state: number, next: number, { xs, ys }: Tracks, use: Use): number {
  const [a, b] = [state >> 1, next >> 1];
  const width = xs.length;
  const sideways = state % 2 === 0;
  const [first, last] = [Math.min(a, b), Math.max(a, b)];
  const length = sideways
    ? (xs[last % width] ?? 0) - (xs[first % width] ?? 0)
    : (ys[Math.floor(last / width)] ?? 0) - (ys[Math.floor(first / width)] ?? 0);
  const others = sideways ? use.right(first) : use.down(first);
  if (others.some(other => !areRelated(wire, other))) return OVERLAP + length;
  if (others.length > 0) return length * SHARED;
  const across = sideways ? [use.down(a - width), use.down(a)] : [use.right(a - 1), use.right(a)];
  const crosses = across.some(list => list.some(other => !areRelated(wire, other)));
  return length + (crosses ? CROSSING : 0);
}

function wayTo(state: number, from: Int32Array): Way {
  const way: number[] = [];
  for (let at = state; at >= 0; at = from[at] ?? -1) if (way.at(-1) !== at >> 1) way.push(at >> 1);
  return way.reverse();
}

function corners(way: Way, { xs, ys }: Tracks): readonly Point[] {
  const points = way.map(at => ({ x: xs[at % xs.length] ?? 0, y: ys[Math.floor(at / xs.length)] ?? 0 }));
  return points.filter(({ x, y }, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (before === undefined || after === undefined) return true;
    return !(before.x === x && after.x === x) && !(before.y === y && after.y === y);
  });
}

interface Queue {
  readonly put: (state: number, cost: number) => void;
  /** The state of least cost; -1 when there is none. */
  readonly take: () => number;
}

/** A binary heap. */
function createQueue(): Queue {
  const heap: { readonly state: number; readonly cost: number }[] = [];
  const costAt = (at: number) => heap[at]?.cost ?? Number.POSITIVE_INFINITY;
  const swap = (a: number, b: number) => {
    const held = heap[a] as (typeof heap)[number];
    heap[a] = heap[b] as (typeof heap)[number];
    heap[b] = held;
  };
  return {
    put: (state, cost) => {
      let at = heap.push({ state, cost }) - 1;
      for (let up = (at - 1) >> 1; at > 0 && costAt(up) > cost; up = (at - 1) >> 1) {
        swap(at, up);
        at = up;
      }
    },
    take: () => {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return -1;
      if (heap.length === 0) return first.state;
      heap[0] = last;
      for (let at = 0; ; ) {
        const low = costAt(2 * at + 1) <= costAt(2 * at + 2) ? 2 * at + 1 : 2 * at + 2;
        if (costAt(low) >= costAt(at)) break;
        swap(at, low);
        at = low;
      }
      return first.state;
    },
  };
}
