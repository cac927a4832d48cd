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

/** The preview as a grid of rows of positions in it, as a heat strip draws them. */
export function rowsOf(value: Value): readonly (readonly number[])[] {
  const width = value.preview_shape[value.preview_shape.length - 1] ?? 1;
  if (width === 0) return [];
  const rows = Math.ceil(value.preview.length / width);
  return Array.from({ length: rows }, (_, row) => value.preview.slice(row * width, (row + 1) * width).map((_, at) => row * width + at));
}

/** Whether all that is known of two values is the same. */
export function isSame(one: Value, other: Value): boolean {
  return one.preview.join() === other.preview.join() && (one.imaginary ?? []).join() === (other.imaginary ?? []).join();
}

/** Whether the preview is less than the whole. */
export function isPartial(value: Value): boolean {
  return value.shape.join() !== value.preview_shape.join();
}

export function formatShape(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

/** The element at a position of the preview; of a complex one both parts, as Python writes them. */
export function formatElement(value: Value, position: number): string {
  const real = value.preview[position];
  const imaginary = value.imaginary?.[position];
  if (real === undefined) return "…";
  return imaginary === undefined ? formatScalar(real) : complexText(formatScalar(real), formatScalar(imaginary));
}

/** Both parts of a complex number as one: `1-2j`, `0+infj`. */
export function complexText(real: string, imaginary: string): string {
  return `${real}${imaginary.startsWith("-") ? "" : "+"}${imaginary}j`;
}
