// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { makeWords } from "../../src/narration/fluent";
import { makeFilm } from "../../src/trace/film";
import { wellText } from "../../src/ui/output";
import { source } from "../support/catalogue";
import { goldenRun } from "../support/golden";

const SAID = { en: "tensors that", zh: "未检查" };

describe.each(["en", "zh"] as const)("a film in which nothing is wrong, in %s", lang => {
  const words = makeWords(lang, source(lang));
  const text = (name: string, edits: number) => {
    const film = makeFilm(goldenRun(name));
    const edit = makeFilm(goldenRun("whole/training-loop")).edits[0];
    if (edit === undefined) throw new Error("the training loop edits nothing");
    return wellText({ ...film, edits: Array.from({ length: edits }, () => ({ ...edit, stale: [] })) }, words);
  };

  test("says what is not checked where a custom Function may keep tensors on its ctx", () => {
    expect(text("whole/custom-function", 1)).toContain(SAID[lang]);
    expect(text("whole/custom-function", 1)).toContain("save_for_backward()");
  });

  test("says nothing of it where nothing is edited, or no Function is the program's own", () => {
    expect(text("whole/custom-function", 0)).not.toContain(SAID[lang]);
    expect(text("whole/training-loop", 1)).not.toContain(SAID[lang]);
  });
});
