import { describe, expect, test } from "vitest";
import type { Value } from "../../src/trace/contract";
import { heatAt, largestOf } from "../../src/trace/heat";

const value = (facts: Partial<Value>): Value => ({
  shape: [2, 3],
  preview_shape: [2, 2],
  preview: [1, -2, 0.5, 4],
  imaginary: null,
  min: -8,
  max: 4,
  mean: 0,
  nan: 0,
  inf: 0,
  ...facts,
});

const complex = (preview: Value["preview"], imaginary: Value["preview"]) =>
  value({ shape: [preview.length], preview_shape: [preview.length], preview, imaginary, min: null, max: null, mean: null });

describe("heatAt", () => {
  test("size 1 is the scale, and what is larger is beyond it", () => {
    expect(heatAt(value({}), 3, 8)).toEqual({ size: 0.5, angle: null, beyond: false });
    expect(heatAt(value({}), 1, 8)).toEqual({ size: -0.25, angle: null, beyond: false });
    expect(heatAt(value({}), 3, 2)).toEqual({ size: 1, angle: null, beyond: true });
    expect(largestOf(value({}))).toBe(8);
  });

  test("an infinity has no heat, and zeros have size 0", () => {
    expect(heatAt(value({ preview: ["Infinity"] }), 0, 1)).toBeNull();
    expect(heatAt(value({ preview: [0], min: 0, max: 0 }), 0, 0)?.size).toBe(0);
  });

  test("a complex number without a real part has its magnitude and its angle", () => {
    const numbers = complex([0, 0, -3, 3, 0], [1, -2, 0, 4, 0]);
    expect(largestOf(numbers)).toBe(5);
    expect(heatAt(numbers, 0, 5)).toEqual({ size: 0.2, angle: Math.PI / 2, beyond: false });
    expect(heatAt(numbers, 1, 5)).toEqual({ size: 0.4, angle: -Math.PI / 2, beyond: false });
    expect(heatAt(numbers, 2, 5)).toEqual({ size: 0.6, angle: Math.PI, beyond: false });
    expect(heatAt(numbers, 4, 5)).toEqual({ size: 0, angle: null, beyond: false });
  });

  test("a complex number of which one part is not finite has no heat", () => {
    expect(heatAt(complex([1, "NaN"], ["Infinity", 0]), 0, 1)).toBeNull();
    expect(heatAt(complex([1, "NaN"], ["Infinity", 0]), 1, 1)).toBeNull();
  });
});
