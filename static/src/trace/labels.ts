/** Turns facts of the trace into the short labels of the stage: op names, shapes, numbers. */
import type { OpEvent, Scalar, TraceNode, Value } from "./contract";
import { type Heat, heatAt } from "./heat";
import { OP_LABELS } from "./op-labels.gen";
import { complexText } from "./values";

/** What stands for an index that is not known. */
export const ANY_INDEX = "[…]";

/** The index of a `__getitem__`, as far as its node records it: `[2]`, `[0:4]`, `[…]`. */
export function indexText(nodes: readonly TraceNode[]): string {
  const own = nodes.filter(node => node.kind === "function");
  const [only] = own;
  if (own.length !== 1 || only === undefined) return ANY_INDEX;
  const { index, start, end } = only.metadata;
  if (typeof index === "number") return `[${index}]`;
  if (typeof start !== "number" || typeof end !== "number") return ANY_INDEX;
  return `[${start === 0 ? "" : start}:${end > 2 ** 53 ? "" : end}]`;
}

/** `__and__` → `and`, `__getitem__` → `[…]`, `MyFunction.apply` → `MyFunction`. */
export function opName({ name }: OpEvent): string {
  const label = Object.hasOwn(OP_LABELS, name) ? OP_LABELS[name] : undefined;
  return label ?? name.replace(/\.(apply|__get__)$/, "").replace(/^__(.+)__$/, "$1");
}

export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

/** At most three significant digits, as short as they go. */
export function numberText(scalar: Scalar): string {
  if (typeof scalar === "string") return { NaN: "nan", Infinity: "inf", "-Infinity": "-inf" }[scalar];
  if (Number.isInteger(scalar) && Math.abs(scalar) < 10_000) return String(scalar);
  const size = Math.abs(scalar);
  if (size >= 10_000 || size < 0.0005) return scalar.toExponential(1).replace("e+", "e");
  return String(Number(scalar.toPrecision(3)));
}

function elementText({ preview, imaginary }: Value, position: number): string {
  const [real, other] = [preview[position] ?? 0, imaginary?.[position]];
  return other === undefined ? numberText(real) : complexText(numberText(real), numberText(other));
}

/** The first element with all its digits, as a program writes it; null where it is not known. */
export function exactText(value: Value | null): string | null {
  const [real] = value?.preview ?? [];
  if (real === undefined) return null;
  const [text, other] = [real, value?.imaginary?.[0]].map(part => (typeof part === "string" ? numberText(part) : part));
  return other === undefined ? `${text}` : complexText(`${text}`, `${other}`);
}

/** `[1 2 0.5]` when all elements are known and few, else null: then a heat strip is drawn. */
export function valueText(value: Value | null, letters: number): string | null {
  if (value === null) return null;
  const count = value.shape.reduce((product, extent) => product * extent, 1);
  if (count > value.preview.length || count > 4) return null;
  const numbers = value.preview.map((_, position) => elementText(value, position)).join(" ");
  const text = value.shape.length === 0 ? numbers : `[${numbers}]`;
  return text.length <= letters ? text : null;
}

/** A name has room for this many letters on the stage. */
export const NAME_LETTERS = 16;

/**
 * The name as everything else calls it, where there is room; else its end, which tells parameters apart, marked as cut:
 * `model.encoder.layers.0.weight` → `…layers.0.weight`.
 */
export function shortName(name: string): string {
  const parts = name.split(".");
  if (name.length <= NAME_LETTERS || parts.length < 3) return name;
  const least = /^\d+$/.test(parts.at(-2) ?? "") ? 3 : 2;
  for (let keep = parts.length - 1; keep > least; keep--) {
    const end = parts.slice(-keep).join(".");
    if (end.length < NAME_LETTERS) return `…${end}`;
  }
  return `…${parts.slice(-least).join(".")}`;
}

/** Each cell takes nine units of the drawing. */
export const MAX_HEAT_CELLS = 10;

/**
 * Up to ten cells from -1 to 1, as `0.50,-1.00,x`: the elements of the preview over the scale; `x` where not finite. Of complex ones the
 * magnitude and the angle in radians: `0.50@1.57`. One beyond the scale ends in `!`.
 */
export function heatCells(value: Value | null, scale: number, most = MAX_HEAT_CELLS): string {
  if (value === null) return "";
  return value.preview
    .slice(0, most)
    .map((_, position) => cellText(heatAt(value, position, scale)))
    .join(",");
}

function cellText(heat: Heat | null): string {
  if (heat === null) return "x";
  const size = heat.size === 0 ? "0" : heat.size.toFixed(2);
  return `${size}${heat.angle === null ? "" : `@${heat.angle.toFixed(2)}`}${heat.beyond ? "!" : ""}`;
}
