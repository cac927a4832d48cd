/** What lights up under the pointer: what a thing is joined with, the lines between, and the code of both. */
import { describe, expect, it } from "vitest";
import { linesOf, neighboursIn } from "../../src/ui/stage/neighbours";
import { filmOf } from "../support/scenes";

const { index, scene } = filmOf("stale/edit-after-save");
const stale = scene.links.find(({ link }) => link.saves.some(id => index.staleEvent(id) !== null))?.link ?? expect.fail("nothing is stale");

describe("what is joined with a thing", () => {
  it("is, of a node that fails, the tensor that it saved and the link to it", () => {
    const { things, lines } = neighboursIn(scene, stale.to);
    expect(things.has(stale.from)).toBe(true);
    expect(lines.has(stale.id)).toBe(true);
  });

  it("is, of a link's tag, both of its ends and nothing else", () => {
    const { things, lines } = neighboursIn(scene, stale.saves[0] ?? "");
    expect([...things].sort()).toEqual([stale.from, stale.to, ...stale.saves].sort());
    expect([...lines]).toEqual([stale.id]);
  });

  it("is not what is two lines away", () => {
    const [edge] = scene.edges.filter(each => each.edge.kind === "next").map(each => each.edge);
    const { things } = neighboursIn(scene, edge?.from ?? "");
    for (const id of things) {
      const joined = [...scene.edges.map(each => each.edge), ...scene.links.map(each => each.link)].some(
        ({ from, to }) => (from === edge?.from && to === id) || (to === edge?.from && from === id),
      );
      expect(joined || id === edge?.from || index.saved.has(id), id).toBe(true);
    }
  });

  it("is nothing for what is not drawn", () => {
    expect(neighboursIn(scene, "t99999")).toEqual({ things: new Set(), lines: new Set() });
  });
});

it("the code of a failing node and of what it saved is lit with them", () => {
  const lines = linesOf(index, neighboursIn(scene, stale.to)).map(({ line }) => line);
  const { nodes, tensors, run } = index;
  const own = run.events[nodes.get(stale.to)?.event ?? -1];
  const saved = run.events[tensors.get(stale.from)?.event ?? -1];
  for (const event of [own, saved]) expect(lines).toContain(event !== undefined && "line" in event ? event.line : null);
});
