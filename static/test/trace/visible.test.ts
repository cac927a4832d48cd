import { describe, expect, it } from "vitest";
import { changedBy } from "../../src/trace/hooks";
import { stateAt } from "../../src/trace/state";
import { filmOf } from "../support/scenes";

describe("a hook", () => {
  it("that returned another gradient is found at the node that received it", () => {
    const { index } = filmOf("leaves/tensor-hook");
    const [[node, hooks] = []] = index.hooks;
    expect(index.nodes.get(node ?? "")?.name).toBe("MulBackward0");
    expect(changedBy(hooks, index.run.events.length)).toMatchObject({ given: { preview: [6, 12] }, returned: { preview: [6, 10] } });
    expect(changedBy(hooks, 0)).toBeUndefined();
  });

  it("that returns nothing has no other gradient", () => {
    const { index } = filmOf("leaves/node-hook");
    const [[node, hooks] = []] = index.hooks;
    expect([index.nodes.get(node ?? "")?.name, hooks?.length]).toEqual(["MulBackward0", 1]);
    expect(changedBy(hooks, index.run.events.length)).toBeUndefined();
  });

  it("is not confused with the backward of a custom function, and the tensors that either receives are not drawn", () => {
    expect(filmOf("whole/custom-function").index.hooks.size).toBe(0);
    for (const name of ["leaves/tensor-hook", "leaves/node-hook", "whole/custom-function"]) {
      const { index } = filmOf(name);
      const names = [...index.visible.cards].flatMap(id => index.tensors.get(id)?.names ?? []);
      expect(names.filter(each => each.startsWith("grad"))).toEqual([]);
    }
  });
});

describe("a gradient that a tensor retained", () => {
  it("is drawn at its grad_fn and filled when that runs", () => {
    const { index } = filmOf("leaves/retain-grad");
    const [[node, tensor] = []] = index.retained;
    expect(index.tensors.get(tensor ?? "")?.names).toEqual(["h"]);
    const filled = index.steps.findIndex(step => stateAt(index, step.position).grad(tensor ?? "") !== undefined);
    expect(stateAt(index, filled).node(node ?? "")).toBe("running");
  });
});

describe("a name", () => {
  it("that moves to what was computed from its tensor is drawn from card to card", () => {
    const { index, scene } = filmOf("names/name-that-moves");
    expect(index.moves.map(move => move.name)).toEqual(["eta"]);
    expect(scene.names.map(({ name }) => [name.from, name.to])).toEqual(index.moves.map(({ from, to }) => [from, to]));
  });

  it("that is bound to something unrelated does not move", () => {
    expect(filmOf("leaves/grad-accumulates").index.moves).toEqual([]);
  });
});

describe("a gradient that grad() returned", () => {
  it("is linked to the node that sent it", () => {
    const { index, scene } = filmOf("twice/double-backward");
    const [link] = scene.links.filter(({ link: { kind } }) => kind === "result");
    expect(index.tensors.get(link?.link.from ?? "")?.names).toEqual(["slope"]);
    expect(index.nodes.get(link?.link.to ?? "")?.line).toBe(4);
  });
});
