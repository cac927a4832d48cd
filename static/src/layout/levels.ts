/** Stacks the rows of a wrapped layout, with channels for edges between them, and the tags of saved tensors between the lanes. */
import type { LaneName, Vertex } from "../graph/graph";
import { append } from "../trace/collections";
import { type Arrangement, lineOfRow } from "./arrangement";
import { type Strip, type Strips, stripsOf } from "./strips";
import type { Reach } from "./tracks";

/** Room for the name of a lane, and of one without anything in it. */
const HEADER = 26;
const EMPTY = 34;
const LEAST = { edge: 8, rows: 10, lines: 18, band: 8 } as const;
const BARE_BAND = 16;

interface LaneLevels {
  /** Numbers of the strips: its first one, the one after its last, and that of each row. */
  readonly first: number;
  readonly end: number;
  readonly rows: ReadonlyMap<number, number>;
}

export interface Levels {
  readonly strips: Strips;
  readonly lanes: Readonly<Record<LaneName, LaneLevels>>;
  /** From the top of a row to the middle of its boxes. */
  readonly middle: (lane: LaneName, row: number) => number;
  /** The line that a channel is next below, counted as in the forward lane; null for a channel that is not between lines. */
  readonly between: (strip: number) => { readonly lane: LaneName; readonly number: number } | null;
  /** The strip of the tags. */
  readonly tags: number;
  /** Where edges may run beside the boxes of a line: in the forward lane, in the backward lane, or from one to the other. */
  readonly reaches: (line: number) => readonly Reach[];
  /** From under the last row of the forward lane to over the first row of the backward lane. */
  readonly band: Reach;
}

export function levelsOf(arrangement: Arrangement, tagsHeight: number): Levels {
  const { graph, rows, count } = arrangement;
  const strips: Strip[] = [];
  const middles = new Map<string, number>();
  const gaps = new Map<number, { readonly lane: LaneName; readonly number: number }>();
  const stack = (lane: LaneName): LaneLevels => {
    const first = strips.length;
    const byRow = new Map<number, Vertex[]>();
    for (const vertex of graph.vertices) if (vertex.lane === lane) append(byRow, rows.get(vertex.id) ?? 0, vertex);
    const own = new Map<number, number>();
    strips.push({ kind: "fixed", height: HEADER }, { kind: "channel", least: LEAST.edge });
    const sorted = [...byRow].sort(([a], [b]) => a - b);
    for (const [at, [row, inside]] of sorted.entries()) {
      const up = Math.max(...inside.map(({ height, above }) => height / 2 + above));
      const down = Math.max(...inside.map(({ height, below }) => height / 2 + below));
      own.set(row, strips.push({ kind: "fixed", height: up + down }) - 1);
      middles.set(`${lane} ${row}`, up);
      const next = sorted[at + 1]?.[0];
      const least = next === undefined ? LEAST.edge : lineOfRow(next) === lineOfRow(row) ? LEAST.rows : LEAST.lines;
      const line = lineOfRow(row);
      if (least === LEAST.lines) gaps.set(strips.length, { lane, number: lane === "forward" ? line : count - 2 - line });
      strips.push({ kind: "channel", least });
    }
    if (sorted.length === 0) strips.push({ kind: "fixed", height: EMPTY });
    return { first, end: strips.length, rows: own };
  };
  const forward = stack("forward");
  const channel: Strip = { kind: "channel", least: tagsHeight > 0 ? LEAST.band : BARE_BAND / 2 };
  strips.push(channel, { kind: "fixed", height: tagsHeight }, channel);
  const tags = strips.length - 2;
  const lanes = { forward, backward: stack("backward") };
  const stacked = stripsOf(strips);
  return {
    strips: stacked,
    lanes,
    tags,
    between: strip => gaps.get(strip) ?? null,
    middle: (lane, row) => middles.get(`${lane} ${row}`) ?? 0,
    reaches: line => reachesOf(line, count, lanes, stacked.tops),
    band: [stacked.tops[lanes.forward.end - 1] ?? 0, stacked.tops[lanes.backward.first + 2] ?? 0],
  };
}

function reachesOf(line: number, count: number, { forward, backward }: Levels["lanes"], tops: readonly number[]): readonly Reach[] {
  const reach = ({ rows }: LaneLevels, place: number): readonly Reach[] => {
    const own = [...rows].flatMap(([row, strip]) => (lineOfRow(row) === place ? [strip] : []));
    return own.length === 0 ? [] : [[tops[Math.min(...own) - 1] ?? 0, tops[Math.max(...own) + 2] ?? 0]];
  };
  const [upper, lower] = [reach(forward, line), reach(backward, count - 1 - line)];
  if (line < count - 1) return [...upper, ...lower];
  // The last line is next to the backward lane.
  const top = upper[0]?.[0] ?? tops[forward.end] ?? 0;
  const bottom = lower[0]?.[1] ?? tops[backward.first] ?? 0;
  return [[top, bottom]];
}
