/**
 * Puts what a program does into a group per cell of code, outermost of all: one for each cell that made something that is shown, or failed.
 *
 * A cell is its own thing: it is rolled up with no other and cut into no range. Where there is no room for all, an overview shows
 * neighbours as one box, `[5–9]`.
 */
import type { Group } from "../graph/graph";
import { type CodeCell, cellFinder, cellTitle, failingCells } from "../trace/cells";
import type { TraceIndex } from "../trace/index";
import { type Nest, nested, type OutlinedOp, type OutlinePart } from "./outline";
import type { Item } from "./overview-rows";

/** What happened in a cell. */
export interface CellPart extends Omit<OutlinePart, "kind"> {
  readonly kind: "cell";
  readonly cell: CodeCell;
}

export type OverviewPart = OutlinePart | CellPart;

/** As they are nested in a program without cells, and where something happened in several cells, by cell. */
export function nestedByCell({ run }: TraceIndex, ops: readonly OutlinedOp[]): Nest<OverviewPart> {
  const cellOf = cellFinder(run);
  const parts = new Map<CodeCell, CellPart>();
  const partOf = (cell: CodeCell) => {
    const part = parts.get(cell) ?? newPart(cell);
    parts.set(cell, part);
    return part;
  };
  const placed = ops.map(each => {
    const cell = cellOf(each.op.index);
    return { ...each, path: cell === null ? each.path : [partOf(cell), ...each.path] };
  });
  // One that failed at once has made nothing.
  const bare = failingCells(run).filter(cell => cell.events != null && !parts.has(cell));
  if (parts.size + bare.length < 2) return nested<OverviewPart>(ops);
  const top = nested<OverviewPart>(placed);
  const inside = [...top.inside, ...bare.map((cell): Nest<OverviewPart> => ({ part: newPart(cell), inside: [], quiet: [] }))];
  return { ...top, inside: inside.sort((a, b) => numberOf(a) - numberOf(b)) };
}

function newPart(cell: CodeCell): CellPart {
  const label = cellTitle(cell);
  return { kind: "cell", key: `cell ${cell.index}`, label, written: label, className: "", loop: "", line: null, cell };
}

function numberOf(item: Nest<OverviewPart> | number): number {
  return typeof item !== "number" && item.part?.kind === "cell" ? item.part.cell.index : 0;
}

/** The event of a cell in which nothing is drawn: of what it made, or of its error. */
export function eventOfBare({ failure, events }: CodeCell, quiet: readonly number[]): number {
  return quiet[0] ?? failure?.event ?? events?.[0] ?? 0;
}

/** The cell that a thing of an overview is in, or is; null in a program without cells. */
export function cellAround(groupOf: ReadonlyMap<number, Group>, item: Item): CodeCell | null {
  let group = typeof item === "number" ? (groupOf.get(item) ?? null) : item;
  while (group !== null && group.kind !== "cell") group = group.outer;
  return group?.cells?.[0] ?? null;
}

/** The cells that neighbours are, or are in, where they are not all inside one; else none. */
export function cellsAmong(groupOf: ReadonlyMap<number, Group>, items: readonly Item[]): readonly CodeCell[] {
  const cells = new Set(items.flatMap(item => cellAround(groupOf, item) ?? []));
  return cells.size > 1 ? [...cells] : [];
}

/** `[5–9]`: as short as can be, so that many fit. */
export function cellRange(cells: readonly CodeCell[]): string {
  return `[${cells[0]?.index}–${cells.at(-1)?.index}]`;
}
