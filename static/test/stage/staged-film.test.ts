import { describe, expect, it } from "vitest";
import { isLegible } from "../../src/stage/everything";
import { goldenNames } from "../support/golden";
import { filmOf } from "../support/scenes";

const window = { width: 712, height: 690 };

describe("a small film that is too large for its window", () => {
  it.each(["whole/transformer-layer", "whole/training-loop"])("opens folded, so that all of %s can be read", name => {
    const { scene, tree } = filmOf(name);
    expect(scene.groups.size).toBeGreaterThan(0);
    expect(scene.groups.size).toBeLessThanOrEqual(tree.groups.size);
    expect(isLegible(scene, window)).toBe(true);
  });

  it("opens whole where something goes wrong in it", () => {
    expect(filmOf("hidden/rnn-buffer-read-back").scene.groups.size).toBe(0);
  });
});

describe.each(goldenNames())("opening %s", name => {
  it("leaves no group closed that there is room to open", () => {
    const { scene, tree, open } = filmOf(name);
    if (open.size === 0 && tree.groups.size > 0) expect(scene.vertices.size).toBeGreaterThan(1);
  });
});
