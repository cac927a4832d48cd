import { describe, expect, it } from "vitest";
import type { OpEvent, TraceNode, Value } from "../../src/trace/contract";
import { heatCells, indexText, numberText, opName, shapeText, shortName, valueText } from "../../src/trace/labels";

const value = (shape: number[], preview: (number | "NaN" | "Infinity")[]) => ({ shape, preview }) as unknown as Value;
const op = (name: string) => opName({ name } as OpEvent);
const node = (metadata: TraceNode["metadata"]) => ({ kind: "function", metadata }) as unknown as TraceNode;

describe("labels", () => {
  it.each([
    ["__and__", "and"],
    ["__getitem__", "[…]"],
    ["__invert__", "invert"],
    ["relu_", "relu_"],
    ["Square.apply", "Square"],
  ])("call the op %s %s", (name, expected) => {
    expect(op(name)).toBe(expected);
  });

  it.each([
    [{ dim: 0, index: 2 }, "[2]"],
    [{ dim: 0, start: 0, end: 4 }, "[:4]"],
    [{ dim: 0, start: 1, end: 2 ** 63 }, "[1:]"],
    [{}, "[…]"],
  ])("show what stood between the brackets: %o", (metadata, expected) => {
    expect(indexText([node(metadata)])).toBe(expected);
  });

  it.each([
    [3, "3"],
    [0.19661, "0.197"],
    [-0.5, "-0.5"],
    [123456, "1.2e5"],
    [0.00001, "1.0e-5"],
    ["NaN", "nan"],
    ["-Infinity", "-inf"],
  ] as const)("write the number %s as %s", (number, expected) => {
    expect(numberText(number)).toBe(expected);
  });

  it("are numbers for few values, and null for many", () => {
    expect(valueText(value([2], [1, 0.25]), 20)).toBe("[1 0.25]");
    expect(valueText(value([], [7]), 20)).toBe("7");
    expect(valueText(value([8], [1, 2, 3, 4, 5, 6, 7, 8]), 20)).toBeNull();
    expect(valueText(value([2], [0.123, 0.456]), 5)).toBeNull();
  });

  it("have both parts of complex numbers", () => {
    const complex = { ...value([2], [1, 3]), imaginary: [2, -1] } as Value;
    expect(valueText(complex, 11)).toBe("[1+2j 3-1j]");
    expect(valueText({ ...value([], [0]), imaginary: ["Infinity"] } as Value, 11)).toBe("0+infj");
    expect(heatCells({ ...value([3], [0, 0, -1]), imaginary: [1, -2, 0] } as Value, 2)).toBe("0.50@1.57,1.00@-1.57,0.50@3.14");
    expect(heatCells({ ...value([2], [0, 1]), imaginary: [0, "NaN"] } as Value, 1)).toBe("0,x");
  });

  it("scale the cells of a strip, and mark what is not finite or beyond the scale", () => {
    expect(heatCells(value([3], [2, -4, 1]), 4)).toBe("0.50,-1.00,0.25");
    expect(heatCells(value([2], ["NaN", 1]), 1)).toBe("x,1.00");
    expect(heatCells(value([2], [0, 0]), 0)).toBe("0,0");
    expect(heatCells(value([4], [1, 2, 3, 4]), 4, 2)).toBe("0.25,0.50");
    expect(heatCells(value([2], [-8, 1]), 4)).toBe("-1.00!,0.25");
    expect(heatCells({ ...value([1], [0]), imaginary: [8] } as Value, 4)).toBe("1.00@1.57!");
  });

  it.each([
    ["w", "w"],
    ["self.weight", "self.weight"],
    ["model.vq.book", "model.vq.book"],
    ["critic.2.bias", "critic.2.bias"],
    ["model.encoder.layers.0.weight", "…layers.0.weight"],
    ["m.transformer.h.1.ln_1.weight", "…h.1.ln_1.weight"],
    ["discriminator.hidden.bias", "…hidden.bias"],
    ["params[2]", "params[2]"],
  ])("shorten the name %s to %s", (name, expected) => {
    expect(shortName(name)).toBe(expected);
  });

  it("are the extents of a shape", () => {
    expect([shapeText([]), shapeText([2, 3])]).toEqual(["[]", "[2, 3]"]);
  });
});
