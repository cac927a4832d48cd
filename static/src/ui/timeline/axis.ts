/**
 * Shares the width of the timeline among its parts: evenly by steps where each step has room for its mark, else so that no chapter is too
 * short to be pressed; the chapter that is open gets what its steps need, as far as there is room.
 */
import { countWhile } from "../../trace/collections";
import { isFold, type TimelinePart } from "../../trace/sections";
import type { Axis } from "../ticks";

/** A part and where it is, in pixels from the left end of the timeline. */
export interface PlacedPart {
  readonly part: TimelinePart;
  readonly x: number;
  readonly width: number;
  /** Its steps stand closer than their marks are wide. */
  readonly isDense: boolean;
}

export interface PartedAxis extends Axis {
  readonly parts: readonly PlacedPart[];
}

/** Between the marks of two steps. */
const STEP_PX = 11;
const GAP_PX = 4;
const FOLD_PX = 90;
const MIN_FOLD_PX = 30;
/** Of the width, what an open chapter gets at most. */
const MAX_OPEN_SHARE = 0.62;

/** A part, and the shown positions that are in it. */
interface Room {
  readonly part: TimelinePart;
  readonly positions: readonly number[];
}

/** `open` is where the open chapter begins; null where none is. */
export function axisOf(parts: readonly TimelinePart[], positions: readonly number[], width: number, open: number | null): PartedAxis {
  const rooms = parts.map(part => ({ part, positions: positions.filter(at => part.from <= at && at <= part.to) }));
  const widths = widthsOf(rooms, Math.max(1, width - GAP_PX * (rooms.length - 1)), open);
  let x = 0;
  const placed = rooms.map(({ part, positions: own }, at) => {
    const item = { part, x, width: widths[at] ?? 0, own, isDense: isFold(part) || (own.length - 1) * STEP_PX > (widths[at] ?? 0) };
    x += item.width + GAP_PX;
    return item;
  });
  const partAt = (position: number) => placed[Math.max(0, countWhile(placed, ({ part }) => part.from <= position) - 1)];
  return {
    parts: placed,
    xOf: position => {
      const found = partAt(position);
      if (found === undefined) return width / 2;
      const [count, at] = [found.own.length, countWhile(found.own, each => each < position)];
      const place = found.own[at] === position ? at + 0.5 : at;
      return found.x + (Math.min(count, Math.max(0, place)) / Math.max(1, count)) * found.width;
    },
    positionOf: at => {
      const found = placed.findLast(item => item.x <= at + GAP_PX / 2) ?? placed[0];
      if (found === undefined) return 0;
      const place = Math.floor(((at - found.x) / Math.max(1, found.width)) * found.own.length);
      return found.own[Math.max(0, Math.min(found.own.length - 1, place))] ?? found.part.from;
    },
    marks: position => {
      const found = partAt(position);
      if (found === undefined || isFold(found.part)) return "none";
      return found.isDense ? "few" : "all";
    },
  };
}

function widthsOf(rooms: readonly Room[], width: number, open: number | null): readonly number[] {
  const isOpen = ({ part }: Room) => part.from === open && !isFold(part);
  const opened = rooms.find(isOpen);
  const forOpen = opened === undefined ? 0 : Math.min(opened.positions.length * STEP_PX, width * MAX_OPEN_SHARE);
  const folds = rooms.filter(({ part }) => isFold(part)).length;
  const forFold = folds === 0 ? 0 : Math.max(MIN_FOLD_PX, Math.min(FOLD_PX, (width - forOpen) / 2 / folds));
  const rest = Math.max(0, width - forOpen - folds * forFold);
  const others = rooms.filter(room => !isOpen(room) && !isFold(room.part));
  const steps = others.reduce((sum, { positions }) => sum + positions.length, 0);
  const weight = ({ positions }: Room) => (steps * STEP_PX <= rest ? positions.length : Math.sqrt(positions.length));
  const total = others.reduce((sum, room) => sum + weight(room), 0);
  return rooms.map(room => (isFold(room.part) ? forFold : isOpen(room) ? forOpen : (weight(room) / Math.max(1e-9, total)) * rest));
}
