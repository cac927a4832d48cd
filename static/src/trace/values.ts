/** Turns a recorded value into numbers a person reads: four significant digits, brackets as Python prints them. */
import type { Scalar, Value } from "./contract";

const DIGITS = 4;

export function formatScalar(value: Scalar): string {
  if (typeof value === "string") return { NaN: "nan", Infinity: "inf", "-Infinity": "-inf" }[value];
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return `${value}`;
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(2);
  return `${Number(value.toPrecision(DIGITS))}`;
}

/** The preview as nested brackets, with dots where elements were left out: `[[1, 2, …], …]`. */
export function numbersOf(value: Value): string {
  const write = (dimension: number, offset: number): string => {
    if (dimension === value.preview_shape.length) return formatElement(value, offset);
    const shown = value.preview_shape[dimension] ?? 0;
    const stride = value.preview_shape.slice(dimension + 1).reduce((size, extent) => size * extent, 1);
    const items = Array.from({ length: shown }, (_, item) => write(dimension + 1, offset + item * stride));
    if (shown < (value.shape[dimension] ?? 0)) items.push("…");
    return `[${items.join(", ")}]`;
  };
  return write(0, 0);
}

/** The preview as a grid of rows, each at most `columns` long: what a heat strip draws. */
export function rowsOf(value: Value): readonly (readonly Scalar[])[] {
  const width = value.preview_shape[value.preview_shape.length - 1] ?? 1;
  if (width === 0) return [];
  const rows = Math.ceil(value.preview.length / width);
  return Array.from({ length: rows }, (_, row) => value.preview.slice(row * width, (row + 1) * width));
}

/** Where a number lies between -1 and 1 against the largest magnitude of its value; null for NaN and infinities. */
export function heatOf(value: Value, scalar: Scalar): number | null {
  if (typeof scalar === "string") return null;
  const numbers = [value.min, value.max, ...value.preview].filter(item => typeof item === "number");
  const most = Math.max(...numbers.map(Math.abs), 0);
  return most === 0 ? 0 : scalar / most;
}

/** Whether the preview is less than the whole. */
export function isPartial(value: Value): boolean {
  return value.shape.join() !== value.preview_shape.join();
}

export function formatShape(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

function formatElement(value: Value, offset: number): string {
  const real = value.preview[offset];
  const imaginary = value.imaginary?.[offset];
  if (real === undefined) return "…";
  if (imaginary === undefined) return formatScalar(real);
  const sign = typeof imaginary === "number" && imaginary >= 0 ? "+" : "";
  return `${formatScalar(real)}${sign}${formatScalar(imaginary)}j`;
}
