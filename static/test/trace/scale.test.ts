import { describe, expect, test } from "vitest";
import type { Gradient, Run, Value } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { scaleOf } from "../../src/trace/scale";
import { stateAt } from "../../src/trace/state";
import { failing } from "../support/trace";

const value = (preview: Value["preview"], facts: Partial<Value> = {}): Value => ({
  shape: [preview.length],
  preview_shape: [preview.length],
  preview,
  imaginary: null,
  min: null,
  max: null,
  mean: null,
  nan: 0,
  inf: 0,
  ...facts,
});

describe("the scale of a tensor", () => {
  test("is the largest magnitude before and after an edit, of elements that are not shown as well", () => {
    expect(scaleOf([value([0.5, -0.8]), value([0.25, 0.4])])).toBe(0.8);
    expect(scaleOf([value([0.5], { shape: [2], max: 3, min: -7 })])).toBe(7);
    expect(scaleOf([value([0, "NaN", "Infinity"])])).toBe(0);
  });

  test("lets one number that dwarfs all others run over, and so does not hide them", () => {
    const usual = Array.from({ length: 200 }, (_, at) => 1 + at / 200);
    const scale = scaleOf([value([...usual, 1e9])]);
    expect(scale).toBeGreaterThan(1.9);
    expect(scale).toBeLessThan(2);
    expect(scaleOf([value([1, 1, 1, 9000])])).toBe(9000);
  });

  test("is that of its memory over the film: a view, an edit and what came before it share one", () => {
    const run = failing;
    const view = { ...run.tensors[2], id: "t9", storage: "m3", counter: "c3", value: value([12]) } as Run["tensors"][number];
    const index = buildIndex({ ...run, tensors: [...run.tensors, view] });
    expect([index.scales.ofTensor("t3"), index.scales.ofTensor("t9")]).toEqual([12, 12]);
    const edited = stateAt(index, index.steps.length - 1).value("t3").value;
    expect(edited?.preview).toEqual([0]);
  });

  test("of a gradient covers what it was after each backward and what it should have been", () => {
    const run = failing;
    const gradient = { tensor: "t2", name: "w", value: value([2]), expected: value([-5]), differs: true } as Gradient;
    expect(buildIndex({ ...run, gradients: [gradient] }).scales.ofGrad("t2")).toBe(5);
  });
});
