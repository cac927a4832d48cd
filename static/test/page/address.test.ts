import { describe, expect, it } from "vitest";
import { askedPosition, askedView, packCode, unpackCode, writeView } from "../../src/page/address";

describe("code in the address", () => {
  it.each([
    ["nothing", ""],
    ["ordinary code", "import torch\nx = torch.ones(2)\n"],
    ["letters of every kind", "é 张 😀 \u0000 \ufeff\r\n"],
    ["64 KiB of noise", Array.from({ length: 16_384 }, (_, n) => String.fromCharCode(33 + ((n * 7919) % 90))).join("")],
  ])("comes back as it was: %s", async (_, code) => {
    const packed = await packCode(code);
    expect(packed).toMatch(/^[\w-]*$/);
    expect(await unpackCode(packed)).toBe(code);
  });

  it("unpacks addresses that were published before", async () => {
    expect(await unpackCode("y8wtyC8qUSjJL0rO4AIA")).toBe("import torch\n");
  });

  it.each(["!!!!", "AAAA", "y8wtyC8qUSjJ", "a"])("throws on what packCode did not make: %s", async packed => {
    await expect(unpackCode(packed)).rejects.toThrow();
  });

  it("stops unpacking at the size limit", async () => {
    await expect(unpackCode(await packCode("x".repeat(10_000_000)))).rejects.toMatchObject({
      kind: "too_large",
      message: "It has more than 200000 bytes.",
    });
  });
});

describe("the step in the address", () => {
  it.each([
    ["?step=3", 2],
    ["?step=1", 0],
    ["?step=0", null],
    ["?step=-2", null],
    ["?step=x", null],
    ["?step=1.5", null],
    ["", null],
  ])("%s", (search, position) => {
    expect(askedPosition(new URLSearchParams(search))).toBe(position);
  });
});

describe("what the address shows of a film", () => {
  it.each([
    ["", "story", null],
    ["?show=story", "story", null],
    ["?show=overview", "overview", null],
    ["?show=all&about=t3", "all", "t3"],
    ["?show=story&about=t12.grad2", "story", "t12.grad2"],
    ["?about=d2", "story", "d2"],
    ["?show=ALL", "story", null],
    ["?show=<b>&about=<b>", "story", null],
    ["?about=t", "story", null],
    ["?about=t12.grad.x", "story", null],
    ["?about=d0", "story", null],
  ])("%s", (search, show, about) => {
    expect(askedView(new URLSearchParams(search))).toEqual({ position: null, show, about, cell: null });
  });

  it.each([
    ["?cell=3", 3],
    ["?cell=0", null],
    ["?cell=-1", null],
    ["?cell=1e3", null],
    ["?cell=999999999999", null],
    ["?cell=", null],
  ])("%s asks for the cell %s", (search, cell) => {
    expect(askedView(new URLSearchParams(search)).cell).toBe(cell);
  });

  it.each([
    ["", "story", null, ""],
    ["step=3", "all", null, "step=3&show=all"],
    ["show=all", "story", null, ""],
    ["", "story", "t3", "show=story&about=t3"],
    ["show=story&about=t3", "overview", "t3", "show=overview"],
  ] as const)("%s with %s of %s is %s", (before, show, about, after) => {
    const query = new URLSearchParams(before);
    writeView(query, { show, about });
    expect(query.toString()).toBe(after);
  });
});
