import { describe, expect, it, test } from "vitest";
import { marksAt } from "../../src/editor/marks";
import { textOf } from "../../src/narration/locale";
import { narrate } from "../../src/narration/narration";
import { pictureAt } from "../../src/picture/picture-at";
import { makeFilm } from "../../src/trace/film";
import { callName } from "../../src/trace/history";
import { buildIndex } from "../../src/trace/index";
import { words } from "../support/catalogue";
import { goldenIndex, goldenNames, goldenRun } from "../support/golden";
import { filmOf, word } from "../support/scenes";

test("a tensor with another name inside a function keeps the name that its caller gave it", () => {
  const index = goldenIndex("whole/custom-function-stale");
  const h = index.run.tensors.find(tensor => tensor.names.includes("h"));
  expect(h?.names).toContain("x");
  expect(index.namesAt(h?.id ?? "", Number.POSITIVE_INFINITY)[0]).toBe("h");
});

describe("a parameter that is in a list as well", () => {
  const film = makeFilm(goldenRun("hidden/step-between-backwards"));
  const { index, scene } = filmOf("hidden/step-between-backwards");
  const edit = film.keyPosition;

  it("is called the same on its card, in the sentence, beside the code and in the diagnosis", () => {
    const cards = pictureAt(index, scene, edit, null, word).things.filter(thing => thing.kind === "card");
    const badges = marksAt(film, edit, words("en")).lines.flatMap(line => line.badges.flatMap(badge => [badge.text, ...badge.parts]));
    expect(film.run.diagnoses[0]?.name).toBe("second.weight");
    expect(cards.map(card => card.name)).toContain("second.weight");
    expect(textOf(narrate(film, edit, words("en")))).toContain("writes into second.weight");
    expect(badges).toContain("second.weight v1 → v2");
    expect(JSON.stringify([cards, badges])).not.toContain("params[");
  });

  it("is found for a view of it that has no name", () => {
    const saved = index.saved.get(film.run.diagnoses[0]?.saved ?? "");
    expect(index.tensors.get(saved?.tensor ?? "")?.names).toEqual([]);
    for (const { position } of index.steps) expect(textOf(narrate(film, position, words("en")))).not.toContain("unnamed");
  });
});

describe.each(goldenNames())("in %s", name => {
  it("every diagnosis calls its tensor what the page calls it", () => {
    const index = goldenIndex(name);
    for (const { name: told, tensor, event, kind } of index.run.diagnoses) {
      if (told === null || tensor === null || event === null) continue;
      const named = [tensor, index.visible.shownAs(tensor), index.tensors.get(tensor)?.base].filter(id => id != null);
      const shown = named.map(id => callName(index, id, event)).find(found => found !== null) ?? null;
      expect([kind, shown]).toEqual([kind, told]);
    }
  });
});

test("a tensor is called what the trace states at each event, and one of which it states nothing by its first name", () => {
  const run = goldenRun("whole/custom-function-stale");
  const stated = run.tensors.map(tensor =>
    tensor.names.includes("h")
      ? {
          ...tensor,
          called: [
            [0, "h"],
            [7, "y"],
          ] as [number, string][],
        }
      : { ...tensor, called: null },
  );
  const index = buildIndex({ ...run, tensors: stated });
  const h = run.tensors.find(tensor => tensor.names.includes("h"))?.id ?? "";
  const w = run.tensors.find(tensor => tensor.names[0] === "w")?.id ?? "";
  expect([0, 6, 7, 99].map(event => callName(index, h, event))).toEqual(["h", "h", "y", "y"]);
  expect(callName(index, w, 99)).toBe("w");
  expect(callName(index, "t999", 0)).toBeNull();
});
