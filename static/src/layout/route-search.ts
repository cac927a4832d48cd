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
  const search = createSearch(tracks, use.all);
  const found = new Map<Wire, Way>();
  const order = wires.toSorted((a, b) => spanOf(a) - spanOf(b));
  for (const _ of [1, 2]) {
    for (const wire of order) {
      const before = found.get(wire);
      if (before !== undefined) use.count(use.all, before, -1);
      const related = [...found].flatMap(([other, way]) => (other !== wire && areRelated(wire, other) ? [way] : []));
      for (const way of related) use.count(use.related, way, 1);
      const way = search(wire, use.related);
      for (const each of related) use.count(use.related, each, -1);
      if (way === null) continue;
      found.set(wire, way);
      use.count(use.all, way, 1);
    }
  }
  return new Map([...found].map(([{ id }, way]) => [id, corners(way, tracks)]));
}

/** Crossings of the grid, from start to end, next to one another. */
type Way = readonly number[];

function spanOf({ starts: [start], ends: [end] }: Wire): number {
  return start === undefined || end === undefined ? 0 : Math.abs(start.at.x - end.at.x) + Math.abs(start.at.y - end.at.y);
}

/** How many ways run over each piece of the grid, by its first crossing and its direction, and through each crossing. */
interface Counts {
  readonly right: Uint16Array;
  readonly down: Uint16Array;
  readonly crossing: Uint16Array;
}

interface Use {
  /** Of all wires, but the one that is being routed. */
  readonly all: Counts;
  /** Of those among them that it may run together with. */
  readonly related: Counts;
  readonly count: (counts: Counts, way: Way, by: 1 | -1) => void;
}

function createUse({ xs, ys }: Tracks): Use {
  const size = xs.length * ys.length;
  const empty = () => ({ right: new Uint16Array(size), down: new Uint16Array(size), crossing: new Uint16Array(size) });
  const add = (counts: Uint16Array, at: number, by: number) => {
    counts[at] = (counts[at] ?? 0) + by;
  };
  return {
    all: empty(),
    related: empty(),
    count: ({ right, down, crossing }, way, by) => {
      let before = way[0] ?? 0;
      for (const at of way) {
        add(crossing, at, by);
        if (before !== at) add(Math.abs(before - at) === 1 ? right : down, Math.min(before, at), by);
        before = at;
      }
    },
  };
}

function areRelated(a: Wire, b: Wire): boolean {
  return a.kind === b.kind && (a.from === b.from || a.to === b.to);
}

/**
 * The A* algorithm over crossings and the direction in which each was reached, even for sidewards and odd for up or down: a bend costs.
 *
 * It runs some hundred times for one picture, over thousands of crossings each time: so it makes no objects on its way.
 */
function createSearch(tracks: Tracks, all: Counts): (wire: Wire, related: Counts) => Way | null {
  const { xs, ys, right, down } = tracks;
  const width = xs.length;
  const size = width * ys.length * 2;
  const [costs, from, rests] = [new Float64Array(size), new Int32Array(size), new Float64Array(size)];
  const queue = createQueue();
  return (wire, related) => {
    costs.fill(Number.POSITIVE_INFINITY);
    rests.fill(-1);
    queue.clear();
    const restTo = restOf(wire, tracks);
    const goals = new Map(wire.ends.map(port => [stateAt(port, tracks), port.cost]));
    const reach = (state: number, cost: number, before: number) => {
      if (cost >= (costs[state] as number)) return;
      costs[state] = cost;
      from[state] = before;
      if (rests[state] === -1) rests[state] = restTo(state);
      queue.put(state, cost + (rests[state] as number));
    };
    const isForeign = (part: "right" | "down", at: number) => at >= 0 && (all[part][at] as number) > (related[part][at] as number);
    const step = (state: number, next: number, cost: number, length: number) => {
      const [part, other] = state % 2 === 0 ? (["right", "down"] as const) : (["down", "right"] as const);
      const at = state >> 1;
      const first = Math.min(at, next >> 1);
      if (isForeign(part, first)) return reach(next, cost + OVERLAP + length, state);
      if ((all[part][first] as number) > 0) return reach(next, cost + length * SHARED, state);
      const crosses = isForeign(other, part === "right" ? at - width : at - 1) || isForeign(other, at);
      reach(next, cost + (length + (crosses ? CROSSING : 0)), state);
    };
    for (const port of wire.starts) reach(stateAt(port, tracks), port.cost, -1);
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    for (let state = queue.take(); state >= 0; state = queue.take()) {
      const cost = costs[state] as number;
      const at = state >> 1;
      if (cost + (rests[state] as number) >= least) break;
      const ending = cost + (goals.get(state) ?? Number.POSITIVE_INFINITY);
      if (ending < least) [best, least] = [state, ending];
      const crowded = (all.crossing[at] as number) > (related.crossing[at] as number);
      reach(state ^ 1, cost + BEND + (crowded ? TOUCH : 0), state);
      const [row, column] = [Math.floor(at / width), at % width];
      if (state % 2 === 0) {
        if (right[at]) step(state, state + 2, cost, (xs[column + 1] as number) - (xs[column] as number));
        if (column > 0 && right[at - 1]) step(state, state - 2, cost, (xs[column] as number) - (xs[column - 1] as number));
      } else {
        const [above, here, below] = [ys[row - 1], ys[row] as number, ys[row + 1]];
        if (down[at] && below !== undefined && below <= wire.bottom) step(state, state + 2 * width, cost, below - here);
        if (above !== undefined && down[at - width] && above >= wire.top) step(state, state - 2 * width, cost, here - above);
      }
    }
    return best < 0 ? null : wayTo(best, from);
  };
}

/** About as much as the way from a crossing to the best of the ends costs, if nothing is in the way: its length and its bends. */
function restOf({ ends }: Wire, { xs, ys }: Tracks): (state: number) => number {
  const width = xs.length;
  const goals = ends.map(({ at, towards, cost }) => ({ ...at, cost, axis: towards % 180 === 0 ? 0 : 1 }));
  return state => {
    const at = state >> 1;
    const [x, y] = [xs[at % width] as number, ys[Math.floor(at / width)] as number];
    let least = Number.POSITIVE_INFINITY;
    for (const goal of goals) {
      const [sideways, downwards] = [Math.abs(x - goal.x), Math.abs(y - goal.y)];
      const aside = goal.axis === 0 ? downwards : sideways;
      const bends = goal.axis !== state % 2 ? 1 : aside === 0 ? 0 : 2;
      least = Math.min(least, EXPECTED * (sideways + downwards) + BEND * bends + goal.cost);
    }
    return least;
  };
}

function stateAt({ at, towards }: Port, { xs, ys }: Tracks): number {
  return (ys.indexOf(at.y) * xs.length + xs.indexOf(at.x)) * 2 + (towards % 180 === 0 ? 0 : 1);
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
  readonly clear: () => void;
  readonly put: (state: number, cost: number) => void;
  /** The state of least cost; -1 when there is none. */
  readonly take: () => number;
}

/** A binary heap. */
function createQueue(): Queue {
  const [states, costs]: [number[], number[]] = [[], []];
  const costAt = (at: number) => costs[at] ?? Number.POSITIVE_INFINITY;
  const set = (at: number, state: number, cost: number) => {
    states[at] = state;
    costs[at] = cost;
  };
  return {
    clear: () => {
      states.length = costs.length = 0;
    },
    put: (state, cost) => {
      let at = states.length;
      for (let up = (at - 1) >> 1; at > 0 && (costs[up] as number) > cost; up = (at - 1) >> 1) {
        set(at, states[up] as number, costs[up] as number);
        at = up;
      }
      set(at, state, cost);
    },
    take: () => {
      const first = states[0];
      const [state, cost] = [states.pop(), costs.pop()];
      if (first === undefined || state === undefined || cost === undefined) return -1;
      if (states.length === 0) return first;
      let at = 0;
      for (;;) {
        const low = costAt(2 * at + 1) <= costAt(2 * at + 2) ? 2 * at + 1 : 2 * at + 2;
        if (costAt(low) >= cost) break;
        set(at, states[low] as number, costs[low] as number);
        at = low;
      }
      set(at, state, cost);
      return first;
    },
  };
}
