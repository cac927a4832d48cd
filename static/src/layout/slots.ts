/** Places tags along a band without overlap, each as near to its preferred place as the others allow. */
import type { Rect } from "./scene";

export interface Slot {
  readonly id: string;
  /** The preferred place of its centre. */
  readonly wanted: number;
  readonly width: number;
  readonly height: number;
}

const gap = 8;

/** As few rows as leave every tag near its preferred place: a line to a lower row would run behind the tags of the rows above it. */
export function slotsOf(slots: readonly Slot[], band: Rect): ReadonlyMap<string, Rect> {
  const places = new Map<string, Rect>();
  const tallest = Math.max(1, ...slots.map(slot => slot.height));
  const most = Math.max(1, Math.floor((band.height + gap) / (tallest + gap)));
  let rows = settle(slots, 1, band);
  for (let count = 2; count <= most && rows.some(row => row.some(isFar)); count++) rows = settle(slots, count, band);
  const top = band.y + (band.height - rows.length * (tallest + gap) + gap) / 2;
  rows.forEach((row, number) => {
    for (const { slot, left } of row) {
      const y = top + number * (tallest + gap) + (tallest - slot.height) / 2;
      places.set(slot.id, { x: left, y, width: slot.width, height: slot.height });
    }
  });
  return places;
}

interface Settled {
  readonly slot: Slot;
  readonly left: number;
}

/** How far from its preferred place a tag may be before another row is tried. */
const MAX_TAG_SHIFT = 84;

function isFar({ slot, left }: Settled): boolean {
  return Math.abs(left + slot.width / 2 - slot.wanted) > MAX_TAG_SHIFT;
}

function settle(slots: readonly Slot[], count: number, band: Rect): Settled[][] {
  return deal(slots, count)
    .filter(row => row.length > 0)
    .map(row => {
      const lefts = spread(row, band);
      return row.map((slot, position) => ({ slot, left: lefts[position] ?? 0 }));
    });
}

/** Into the first row where it fits without pushing; if there is none, into the row that ends first. */
function deal(slots: readonly Slot[], count: number): Slot[][] {
  const rows: Slot[][] = Array.from({ length: count }, () => []);
  const ends = new Array<number>(count).fill(Number.NEGATIVE_INFINITY);
  for (const slot of slots.toSorted((a, b) => a.wanted - b.wanted)) {
    const left = slot.wanted - slot.width / 2;
    const fitting = ends.findIndex(end => end + gap <= left);
    const row = fitting >= 0 ? fitting : ends.indexOf(Math.min(...ends));
    rows[row]?.push(slot);
    ends[row] = Math.max(left, (ends[row] ?? 0) + gap) + slot.width;
  }
  return rows;
}

interface Cluster {
  /** Sum of preferred left ends, each less the widths before it in the cluster. */
  sum: number;
  count: number;
  width: number;
  first: number;
}

/** Least-squares placement in a row: neighbours that would overlap move as one, to the mean of their preferred places. */
function spread(row: readonly Slot[], band: Rect): number[] {
  const clusters: Cluster[] = [];
  row.forEach((slot, position) => {
    let cluster: Cluster = { sum: slot.wanted - slot.width / 2, count: 1, width: slot.width, first: position };
    for (let before = clusters.at(-1); before !== undefined && leftOf(before, band) + before.width + gap > leftOf(cluster, band); ) {
      clusters.pop();
      const shift = before.width + gap;
      cluster = {
        sum: before.sum + cluster.sum - cluster.count * shift,
        count: before.count + cluster.count,
        width: shift + cluster.width,
        first: before.first,
      };
      before = clusters.at(-1);
    }
    clusters.push(cluster);
  });
  const lefts: number[] = [];
  for (const cluster of clusters) {
    let left = leftOf(cluster, band);
    for (let member = 0; member < cluster.count; member++) {
      lefts[cluster.first + member] = left;
      left += (row[cluster.first + member]?.width ?? 0) + gap;
    }
  }
  return lefts;
}

function leftOf(cluster: Cluster, band: Rect): number {
  const left = cluster.sum / cluster.count;
  return Math.max(band.x, Math.min(left, band.x + band.width - cluster.width));
}
