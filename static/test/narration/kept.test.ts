import { describe, expect, test } from "vitest";
import { describeReasons, reasonsOf } from "../../src/narration/kept";
import { textOf } from "../../src/narration/locale";
import { narrate } from "../../src/narration/narration";
import type { Run, Saved } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { failing } from "../support/trace";

const [en, zh] = [words("en"), words("zh")];
const reason = {
  edge: 0,
  tensor: null,
  goal: "w2",
  formula: "MvBackward0.vec",
  text: "dᵀ·g",
  names: { self: "d", g: "g" },
  summed: false,
  edges: 1,
  together: [],
};
const saved = (...needed_for: readonly object[]): Saved => ({ ...failing.saved[0], needed_for }) as Saved;
const nodes = makeFilm(failing).index.nodes;
const texts = (phrases: readonly Parameters<typeof textOf>[0][]) => phrases.map(textOf);

describe("why a tensor is kept", () => {
  test("a gradient with a formula is told with it, and what its symbol for the incoming gradient is", () => {
    expect(texts(reasonsOf(en, saved(reason), nodes))).toEqual(["Kept because to w2 goes dᵀ·g, where g is the gradient that comes in."]);
    expect(texts(reasonsOf(zh, saved(reason), nodes))).toEqual(["保存的原因：传给 w2 的是 dᵀ·g，其中 g 是传入的梯度。"]);
    const own = { ...reason, names: { self: "g", g: "grad" }, text: "gᵀ·grad", summed: true };
    expect(texts(reasonsOf(en, saved(own), nodes))).toEqual([
      "Kept because to w2 goes gᵀ·grad, summed to its shape, where grad is the gradient that comes in.",
    ]);
  });

  test("a gradient without one is named, and the formula is not made up", () => {
    const bare = { ...reason, formula: null, text: null };
    expect(texts(reasonsOf(en, saved(bare, { ...bare, goal: "b" }), nodes))).toEqual([
      "Kept for the gradient of w2 and b; the formula is not shown.",
    ]);
  });

  test("both factors of a product of a tensor with itself are counted", () => {
    const both = [saved({ ...reason, edge: 0, edges: 2 }), saved({ ...reason, edge: 1, edges: 2 })];
    expect(texts(describeReasons(en, both, nodes))).toEqual([
      "Kept because to w2 goes dᵀ·g along 2 of 2 edges, which add up, where g is the gradient that comes in.",
    ]);
    expect(texts(reasonsOf(en, both[0] as Saved, nodes))[0]).toContain("dᵀ·g along one of 2 edges");
  });

  test("gradients that one formula computes are named together, once", () => {
    const joint = { ...reason, formula: null, text: null, together: ["x", "conv.weight", "conv.bias"] };
    expect(texts(describeReasons(en, [saved(joint), saved(joint)], nodes))).toEqual([
      "Kept for the gradients of x, conv.weight, and conv.bias, which one formula computes together.",
    ]);
  });

  test("what no known gradient reads says whose it is, or that it is not known", () => {
    const [{ node }] = failing.saved as unknown as [{ node: string }];
    const name = nodes.get(node)?.name;
    const says = (why: string) => texts(reasonsOf(en, { ...saved(), why } as Saved, nodes)).join();
    expect(says("author")).toBe(`${name} is a custom Function: its forward() had this kept, and why is known only to its author.`);
    expect(says("inside")).toContain("the function inside it keeps this");
    expect(says("unknown")).toContain(`Why ${name} keeps it is not known`);
    expect(says("gradients")).toBe("");
  });

  test("the sentence of a step only names more gradients than a few, and films that do not say it say nothing", () => {
    const many = ["a", "b", "c", "d"].map(goal => ({ ...reason, goal }));
    expect(texts(describeReasons(en, [saved(...many)], nodes))).toEqual(["Kept for the gradients of a, b, c, and d."]);
    expect(texts(describeReasons(en, [saved(reason), saved(reason)], nodes))).toHaveLength(1);
    expect(reasonsOf(en, { ...failing.saved[0], needed_for: undefined } as never, nodes)).toEqual([]);
  });

  test("the step that saves says why, and one that keeps nothing why that cannot break", () => {
    const run = { ...failing, saved: failing.saved.map(each => ({ ...each, needed_for: [reason] })) } as unknown as Run;
    const at = makeFilm(run);
    expect(textOf(narrate(at, at.index.stepOfEvent(6), en))).toContain("Kept because to w2 goes dᵀ·g");
    const kept = failing.nodes.map(node => ({ ...node, keeps_nothing: "gradient" }));
    const events = failing.events.map(event => (event.kind === "op" ? { ...event, saves: [] } : event));
    const bare = makeFilm({ ...failing, nodes: kept, events, saved: [] } as unknown as Run);
    expect(textOf(narrate(bare, bare.index.stepOfEvent(6), en))).toContain("computed from the incoming gradient alone");
    const passing = makeFilm({
      ...bare.run,
      nodes: kept.map(node => ({ ...node, passes_on: [{ ...reason, text: "−g" }] })),
    } as unknown as Run);
    expect(textOf(narrate(passing, passing.index.stepOfEvent(6), en))).toContain(
      "to w2 goes −g, where g is the gradient that comes in. Nothing has to be kept, so no edit can break it.",
    );
  });
});
