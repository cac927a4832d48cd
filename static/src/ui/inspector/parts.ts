/** The inspector's building blocks: sections, facts, heat strips, links to steps. */

import { type Child, el, svg } from "../../dom/dom";
import { handAt, notchAt } from "../../draw/heat";
import type { ToLine } from "../../editor/contract";
import { describeTensor } from "../../narration/context";
import { textOf, type Words } from "../../narration/locale";
import type { PageActions } from "../../page/actions";
import type { Value } from "../../trace/contract";
import type { Film } from "../../trace/film";
import { type Heat, heatAt } from "../../trace/heat";
import { lineOf } from "../../trace/sources";
import type { Target } from "../../trace/target";
import { formatElement, formatScalar, isPartial, numbersOf, rowsOf } from "../../trace/values";

export interface InspectorContext {
  readonly film: Film;
  /** The last event that has happened. */
  readonly now: number;
  readonly words: Words;
  readonly actions: PageActions;
  readonly toLine: ToLine;
}

const CELL = 15;
const COLUMNS = 16;
const LONG_NAME = 18;

export function section(title: string, ...children: readonly Child[]): HTMLElement {
  return el("section", {}, el("h3", {}, title), ...children);
}

/** A name as a title; a long path may break after its dots and underscores. */
export function heading(name: string): HTMLElement {
  const pieces = name.split(/(?<=[._])/);
  return el("h2", { class: name.length > LONG_NAME ? "mono long" : "mono" }, ...pieces.flatMap(piece => [piece, el("wbr")]));
}

export function facts(rows: readonly (readonly [string, Child] | null)[]): HTMLElement {
  const cells = rows.filter(row => row !== null).flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]);
  return el("dl", { class: "facts-list" }, ...cells);
}

export function code(text: string, className = ""): HTMLElement {
  return el("code", { class: className }, text);
}

/** A name that opens its thing in the inspector. */
export function link(context: InspectorContext, target: Target, text: string): HTMLElement {
  const props = { type: "button", class: "link", "data-target": `${target.kind} ${target.id}` };
  return el("button", { ...props, on: { click: () => context.actions.select(target) } }, code(text));
}

export function tensorLink(context: InspectorContext, id: string): HTMLElement {
  return link(context, { kind: "tensor", id }, tensorName(context, id));
}

export function tensorName(context: InspectorContext, id: string): string {
  return textOf(describeTensor(context.film.index, context.words, id, context.now));
}

export function nodeLink(context: InspectorContext, id: string): HTMLElement {
  return link(context, { kind: "node", id }, context.film.index.nodes.get(id)?.name ?? id);
}

/** Goes to the step of an event. */
export function eventLink(context: InspectorContext, event: number, line: number | null, className = ""): HTMLElement {
  const text =
    line === null
      ? context.words.word("page-step", { step: context.film.index.stepOfEvent(event) + 1 })
      : context.words.word("page-line", lineOf(context.film.index, { line, file: context.film.run.events[event]?.file ?? 0 }));
  const props = { type: "button", class: `pill ${className}`, "data-event": event };
  return el("button", { ...props, on: { click: () => context.actions.goToEvent(event) } }, text);
}

/** Cells coloured by sign and size, the numbers, and what the rest amounts to. */
export function valueView(context: InspectorContext, value: Value, scale: number, tone = ""): HTMLElement {
  return el(
    "div",
    { class: `value ${tone}` },
    heat(value, scale),
    numbers(value),
    el("p", { class: "quiet" }, summaryOf(context.words, value)),
  );
}

/** The numbers, a row of a matrix to a line; what of a long row goes on below is indented. Many rows scroll, with the keyboard as well. */
export function numbers(value: Value): HTMLElement {
  if (value.preview_shape.length !== 2) return el("pre", { class: "numbers" }, numbersOf(value));
  const rows = numbersOf(value).replaceAll("], [", "],\n [").split("\n");
  return el("pre", { class: "numbers rows-of-numbers", tabindex: "0" }, ...rows.map(row => el("span", {}, row)));
}

/** Cells on a scale that other values of the same thing share. */
export function heat(value: Value, scale: number): SVGSVGElement | null {
  const rows = rowsOf(value).flatMap(row => chunks(row, COLUMNS));
  const columns = Math.max(0, ...rows.map(row => row.length));
  if (columns === 0) return null;
  const cells = rows.flatMap((row, y) =>
    row.flatMap((position, x) => cellAt(heatAt(value, position, scale), formatElement(value, position), x * CELL, y * CELL)),
  );
  const [width, height] = [columns * CELL - 2, rows.length * CELL - 2];
  return svg("svg", { class: "heat", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...cells);
}

/** A square, the deeper the larger the element; of a complex number with a hand at its angle; one beyond the scale lacks a corner. */
function cellAt(heat: Heat | null, text: string, x: number, y: number): readonly SVGElement[] {
  const side = CELL - 2;
  const tone = heat === null ? "heat-nan" : heat.size < 0 ? "heat-minus" : "heat-plus";
  const depth = heat === null ? 1 : 0.1 + (heat.angle === null ? 0.9 : 0.5) * Math.abs(heat.size);
  const box = { x, y, width: side, height: side, rx: 3, class: tone, "fill-opacity": depth.toFixed(2) };
  const square = svg("rect", box, svg("title", {}, text));
  const angle = heat?.angle ?? null;
  const hand = angle !== null && svg("path", { class: "heat-hand", d: handAt(angle, x + side / 2, y + side / 2, side / 2 - 1) });
  const notch = heat?.beyond === true && svg("path", { class: "heat-notch", d: notchAt(x, y, side) });
  return [square, hand, notch].filter(part => part !== false);
}

function summaryOf(words: Words, value: Value): string {
  const parts: string[] = [];
  const { min, max, mean } = value;
  if (isPartial(value))
    parts.push(
      words.word("page-value-partial", { shown: value.preview.length, all: value.shape.reduce((size, extent) => size * extent, 1) }),
    );
  if (value.preview.length > 1 && min !== null && max !== null)
    parts.push(words.word("page-value-range", { min: formatScalar(min), max: formatScalar(max) }));
  if (value.preview.length > 1 && mean !== null) parts.push(words.word("page-value-mean", { mean: formatScalar(mean) }));
  if (value.nan > 0) parts.push(words.word("page-value-nan", { count: value.nan }));
  if (value.inf > 0) parts.push(words.word("page-value-inf", { count: value.inf }));
  return parts.join(" · ");
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
