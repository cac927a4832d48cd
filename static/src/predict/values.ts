/** Values as options of a question: short enough to be told apart, and written as Python prints them. */
import type { Value } from "../trace/contract";
import { isPartial, numbersOf } from "../trace/values";
import { type Option, rankOf, sentence } from "./question";

const MAX_ELEMENTS = 4;

const MIN_SIZE = 1e-6;

/** Whether all elements are known and few, and none is what rounding leaves of zero. */
export function isShort(value: Value | null | undefined): value is Value {
  if (value === null || value === undefined || isPartial(value) || value.preview.length > MAX_ELEMENTS) return false;
  return [...value.preview, ...(value.imaginary ?? [])].every(
    element => typeof element !== "number" || element === 0 || Math.abs(element) > MIN_SIZE,
  );
}

/** `null` stands for None. */
export function valueOption(value: Value | null): Option {
  const text = value === null ? "None" : numbersOf(value);
  return { sentence: sentence("predict-code", { code: text }), says: text, rank: rankOf(text) };
}

/** The same shape, each element changed, of complex ones both parts. */
export function changed(value: Value, change: (element: number) => number): Value {
  const all = (elements: Value["preview"]) => elements.map(element => (typeof element === "number" ? change(element) : element));
  return { ...value, preview: all(value.preview), imaginary: value.imaginary && all(value.imaginary) };
}
