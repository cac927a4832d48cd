/** Says how strongly the elements of a value are drawn: their size against a scale and, of complex ones, the direction. */
import type { Value } from "./contract";

export interface Heat {
  /** From -1 to 1: against the scale; of a complex number the magnitude. */
  readonly size: number;
  /** Of a complex number other than zero: in radians, counter-clockwise from the positive numbers. */
  readonly angle: number | null;
  /** Larger than the scale reaches; its size is then 1 or -1. */
  readonly beyond: boolean;
}

/** The element at a position of the preview; null for one that is not finite, in either part. */
export function heatAt(value: Value, position: number, scale: number): Heat | null {
  const magnitude = magnitudeAt(value, position);
  if (magnitude === null) return null;
  const [real, imaginary] = [value.preview[position] as number, value.imaginary?.[position]];
  const size = scale === 0 ? 0 : Math.min(1, magnitude / scale);
  const beyond = magnitude > scale;
  if (typeof imaginary !== "number") return { size: real < 0 ? -size : size, angle: null, beyond };
  return { size, angle: magnitude === 0 ? null : Math.atan2(imaginary, real), beyond };
}

/** Largest finite magnitude of a value, as far as it is known: elements that the preview leaves out count as well. */
export function largestOf(value: Value): number {
  const shown = value.preview.map((_, position) => magnitudeAt(value, position));
  const known = [value.min, value.max].map(number => (typeof number === "number" ? Math.abs(number) : null));
  return Math.max(0, ...[...shown, ...known].filter(magnitude => magnitude !== null));
}

export function magnitudeAt({ preview, imaginary }: Value, position: number): number | null {
  const [real, other] = [preview[position], imaginary?.[position] ?? 0];
  return typeof real === "number" && typeof other === "number" ? Math.hypot(real, other) : null;
}
