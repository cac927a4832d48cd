import { describe, expect, it } from "vitest";
import type { Graph, GraphName, Vertex } from "../../src/graph/graph";
import { nameRoom } from "../../src/graph/sizes";
import { layOut } from "../../src/layout/layout";
import { boxOf, type Scene } from "../../src/layout/scene";

/** `above` is what is docked on the card; the room for the arrow comes on top of it. */
function card(id: string, order: number, above = 0): Vertex {
  const size = { width: 112, height: 66, above: above + nameRoom, below: 0, reach: 112 };
  return { id, kind: "card", lane: "forward", order, beads: [], under: null, ...size };
}

function op(id: string, order: number): Vertex {
  const size = { width: 60, height: 30, above: 0, below: 17, reach: 60 };
  return { id, kind: "op", lane: "forward", order, beads: [], under: null, ...size };
}

function graphOf(
  vertices: readonly Vertex[],
  edges: readonly (readonly [string, string])[],
  moves: readonly (readonly [string, string])[],
): Graph {
  const flow = edges.map(([from, to], slot) => ({ id: `${from}-${to}`, from, to, kind: "flow", ranked: true, slot, bead: null, event: 0 }));
  const names = moves.map(([from, to]): GraphName => ({ id: `name:${to}`, from, to, event: 0, text: "the name x", width: 70 }));
  return { vertices, edges: flow, links: [], storages: [], names, reps: new Map(), groups: new Map(), handles: [] } as unknown as Graph;
}

function sceneOf(graph: Graph): Scene {
  return layOut(graph, { width: 712, height: 690 });
}

function tipOf(scene: Scene) {
  return scene.names.map(({ tip }) => tip);
}

describe("a name that moves", () => {
  const chain = [
    ["a", "f"],
    ["f", "b"],
  ] as const;

  it("has an arrow between cards of one row", () => {
    const scene = sceneOf(graphOf([card("a", 0), op("f", 1), card("b", 2)], chain, [["a", "b"]]));
    const to = boxOf(scene.vertices.get("b") as never);
    expect(tipOf(scene)).toEqual([{ x: to.x + 24, y: to.y - 1 }]);
  });

  it("has an arrow to what is docked on a card that was edited", () => {
    const scene = sceneOf(graphOf([card("a", 0, 42), op("f", 1), card("b", 2, 42)], chain, [["a", "b"]]));
    const to = boxOf(scene.vertices.get("b") as never);
    expect(tipOf(scene)).toEqual([{ x: to.x + 24, y: to.y - 42 - 1 }]);
  });

  it("has an arrow through the gutter between cards of two rows, in both directions", () => {
    const vertices = [card("a", 0), card("b", 1), op("f", 2), op("g", 3), card("c", 4)];
    const edges = [
      ["a", "f"],
      ["b", "g"],
      ["f", "g"],
      ["g", "c"],
    ] as const;
    for (const move of [
      ["b", "c"],
      ["a", "c"],
    ] as const) {
      const scene = sceneOf(graphOf(vertices, edges, [move]));
      const [from, to] = move.map(id => scene.vertices.get(id));
      expect(scene.names).toHaveLength(1);
      expect(scene.names[0]?.label.y).toBeLessThan(Math.min(from?.y ?? 0, to?.y ?? 0));
    }
  });
});
