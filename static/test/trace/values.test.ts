import { describe, expect, test } from "vitest";
import type { Value } from "../../src/trace/contract";
import { formatScalar, isSame, numbersOf } from "../../src/trace/values";

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

describe("formatScalar", () => {
  test.each([
    [3, "3"],
    [0.1234567, "0.1235"],
    [-1e-9, "-1.00e-9"],
    [12345678, "1.23e+7"],
    ["NaN", "nan"],
    ["-Infinity", "-inf"],
  ] as const)("%s is written %s", (scalar, text) => {
    expect(formatScalar(scalar)).toBe(text);
  });
});

describe("numbersOf", () => {
  test("what was left out of a row is shown as dots", () => {
    expect(numbersOf(value({}))).toBe("[[1, -2, …], [0.5, 4, …]]");
  });

  test("a scalar has no brackets, an empty tensor only brackets", () => {
    expect(numbersOf(value({ shape: [], preview_shape: [], preview: [7] }))).toBe("7");
    expect(numbersOf(value({ shape: [0], preview_shape: [0], preview: [] }))).toBe("[]");
  });

  test("a complex number has both parts", () => {
    expect(numbersOf(value({ shape: [1], preview_shape: [1], preview: [1], imaginary: [-2] }))).toBe("[1-2j]");
    const whole = { shape: [3], preview_shape: [3], preview: [0, 1, 0], imaginary: ["Infinity", "NaN", "-Infinity"] } as const;
    expect(numbersOf(value(whole))).toBe("[0+infj, 1+nanj, 0-infj]");
  });
});

describe("isSame", () => {
  test("values that differ in the imaginary part only are not the same", () => {
    expect(isSame(value({ imaginary: [1, 1, 1, 1] }), value({ imaginary: [1, 1, 1, 2] }))).toBe(false);
    expect(isSame(value({}), value({}))).toBe(true);
  });
});
