/** Draws the rail of the timeline: a coloured stretch per chapter, a dotted one per fold of rounds, and the marks of steps. */
import { svg } from "../../dom/dom";
import { isFold } from "../../trace/sections";
import { SHAPES, type Track, ticksOf, xOf } from "../ticks";
import { gapOf, MARGIN, MIDDLE, rail } from "../track";
import type { PartedAxis } from "./axis";

export function drawParts(track: Track & { readonly axis: PartedAxis }, width: number): SVGElement[] {
  const at = (position: number) => MARGIN + xOf(track, position, width);
  const bands = track.axis.parts.map(({ part, x, width: length }) =>
    svg("path", { class: `chapter ${part.kind}`, d: `M${MARGIN + x} ${MIDDLE}h${Math.max(1, length)}` }),
  );
  const ticks = ticksOf(track, width).map(({ kind, position }) => {
    const small = track.axis.marks(position) === "few" ? " scale(0.8)" : "";
    return svg("path", { class: `tick ${kind}`, d: SHAPES[kind], transform: `translate(${at(position)} ${MIDDLE})${small}` });
  });
  const hasFolds = track.axis.parts.some(({ part }) => isFold(part));
  return [...(hasFolds ? [] : [rail(width)]), ...bands, ...leftOut(track, at), ...ticks, ...gapOf(track.film, at)];
}

/** A break in the rail wherever a story leaves out steps. */
function leftOut({ positions }: Track, at: (position: number) => number): SVGElement[] {
  return positions.flatMap((position, place) => {
    const next = positions[place + 1];
    if (next === undefined || next === position + 1) return [];
    return [svg("path", { class: "left-out", d: `M${(at(position) + at(next)) / 2 - 5} ${MIDDLE}h10` })];
  });
}
