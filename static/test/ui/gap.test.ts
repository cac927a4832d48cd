// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { Actions } from "../../src/page/actions";
import type { Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import type { Run } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { createNotices } from "../../src/ui/notices";
import { trackFor } from "../../src/ui/ticks";
import { trackOf } from "../../src/ui/track";
import { words } from "../support/catalogue";
import { failing } from "../support/trace";

const gapped: Run = { ...failing, gap: { event: 5, resumes: 7, left_out: 12_345 } };

function breaks(run: Run): number {
  return trackOf(trackFor(makeFilm(run), null), 400, { word: key => key }).filter(mark => mark.getAttribute("class") === "gap").length;
}

describe("a film that leaves out its middle", () => {
  test("has one break in the rail, and a complete film has none", () => {
    expect([breaks(gapped), breaks(failing)]).toEqual([1, 0]);
  });

  test("has the steps and the chapters that its events have", () => {
    const [with_, without] = [makeFilm(gapped), makeFilm(failing)];
    expect(with_.index.steps).toEqual(without.index.steps);
    expect(with_.chapters).toEqual(without.chapters);
  });

  test.each(["en", "zh"] as const)("says in %s how much it leaves out and at which step", lang => {
    const host = document.createElement("div");
    const film = makeFilm(gapped);
    const page = {
      words: words(lang),
      film,
      fixed: null,
      request: { kind: "idle" },
      ahead: null,
      code: gapped.code,
      position: 0,
    } as unknown as Page;
    createNotices(host, createStore(page), {} as Actions, () => {});
    expect(host.textContent).toContain("12345");
    expect(host.textContent).toContain(`${film.index.stepOfEvent(5) + 1}`);
  });
});
