/** Draws the scrubber's rail: chapters as coloured stretches with their names, and a mark per step. */

import { svg } from "../dom/dom";
import type { Chapter } from "../trace/chapters";
import { isDense, isShown, SHAPES, type Track, ticksOf, xOf } from "./ticks";

export const MARGIN = 14;
export const HEIGHT = 44;
export const MIDDLE = 17;
/** Width of a label in the wider language, with a margin. */
const LABEL_ROOM = { forward: 50, backward: 62, update: 48, edit: 34 } as const;
const LEAST_ROOM = 30;

interface Label {
  readonly x: number;
  readonly kind: Chapter["kind"] | "edit";
}

const LABEL_KEYS = {
  forward: "page-forward-pass",
  backward: "page-backward-pass",
  update: "page-update-chapter",
  edit: "page-edit-chapter",
} as const;

export function rail(width: number): SVGElement {
  return svg("path", { class: "rail", d: `M${MARGIN} ${MIDDLE}h${width}` });
}

export function trackOf(track: Track, width: number, word: (key: string) => string): SVGElement[] {
  const { film, positions } = track;
  const at = (position: number) => MARGIN + xOf(track, position, width);
  const half = positions.length <= 1 ? 0 : width / (positions.length - 1) / 2;
  const bands = film.chapters.map(({ kind, from, to }) => {
    const [start, end] = [Math.max(MARGIN, at(from) - half), Math.min(MARGIN + width, at(to) + half)];
    return svg("path", { class: `chapter ${kind}`, d: `M${start} ${MIDDLE}H${end}` });
  });
  const labels = roomy(labelsOf(track, at), MARGIN + width).map(({ x, kind }) =>
    svg("text", { class: `chapter-name ${kind}`, x: x - (kind === "edit" ? 9 : 5), y: HEIGHT - 3 }, word(LABEL_KEYS[kind])),
  );
  const size = isDense(track, width) ? " scale(0.8)" : "";
  const ticks = ticksOf(track, width).map(({ kind, x }) =>
    svg("path", { class: `tick ${kind}`, d: SHAPES[kind], transform: `translate(${MARGIN + x} ${MIDDLE})${size}` }),
  );
  return [rail(width), ...bands, ...labels, ...ticks, ...gapOf(film, at)];
}

/** A break in the rail where the film leaves out its middle: between the first part and what is kept after it. */
export function gapOf({ run, index }: Track["film"], at: (position: number) => number): SVGElement[] {
  if (!run.gap) return [];
  const position = index.stepOfEvent(run.gap.event);
  return [svg("path", { class: "gap", d: `M${(at(position - 1) + at(position)) / 2 - 3} ${MIDDLE - 8}l3 16m3 -16l3 16` })];
}

function labelsOf(track: Track, at: (position: number) => number): readonly Label[] {
  const { film } = track;
  const chapters = film.chapters.map(({ kind, from }): Label => ({ x: at(from), kind }));
  const isUpdate = (position: number) =>
    film.chapters.some(({ kind, from, to }) => kind === "update" && from <= position && position <= to);
  const others = film.edits.filter(({ position }) => isShown(track, position) && !isUpdate(position));
  const edits = others.map(({ position }): Label => ({ x: at(position), kind: "edit" }));
  return [...chapters, ...edits];
}

/** The labels that fit: chapters before edits, none over another or beyond the end. */
function roomy(labels: readonly Label[], end: number): readonly Label[] {
  const placed: Label[] = [];
  for (const label of labels) {
    if (label.x + LEAST_ROOM < end + MARGIN && placed.every(other => areApart(label, other))) placed.push(label);
  }
  return placed;
}

function areApart(a: Label, b: Label): boolean {
  return a.x < b.x ? b.x - a.x >= LABEL_ROOM[a.kind] : a.x - b.x >= LABEL_ROOM[b.kind];
}
