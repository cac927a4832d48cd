import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textOf } from "../../src/narration/locale";
import { narrate } from "../../src/narration/narration";
import type { Run } from "../../src/trace/contract";
import { makeFilm, stepAt } from "../../src/trace/film";
import { words } from "../support/catalogue";

const RUN = JSON.parse(readFileSync(join(import.meta.dirname, "../support/typed-storage.json"), "utf8")) as Run;

describe("y.storage()[0] = 9", () => {
  const film = makeFilm(RUN);

  it("is an edit of y that no counter saw, though PyTorch writes through a tensor of its own", () => {
    const [edit] = film.index.visible.edits;
    expect(film.index.visible.edits.length).toBe(1);
    expect(film.index.tensors.get(edit?.host ?? "")?.names).toEqual(["y"]);
    expect([edit?.line, edit?.unseen]).toEqual([5, true]);
  });

  it("is told and shown as a write into the memory of y", () => {
    const [edit] = film.index.visible.edits;
    expect(film.index.visible.shownAs(edit?.write.tensor ?? "")).toBe(edit?.host);
    expect(textOf(narrate(film, film.keyPosition, words("en")))).toBe(
      "y.storage()[0] = 9. writes into the memory of y; its version counter does not move.",
    );
  });

  it("is where the film opens", () => {
    expect(stepAt(film, film.keyPosition)?.line).toBe(5);
  });
});
