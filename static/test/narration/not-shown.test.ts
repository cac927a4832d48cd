import { describe, expect, test } from "vitest";
import { makeWords } from "../../src/narration/fluent";
import { notShownSentences } from "../../src/narration/not-shown";
import type { NotShown } from "../../src/trace/contract";
import { source } from "../support/catalogue";

const KINDS: readonly NotShown["kind"][] = [
  "thread",
  "transform",
  "jit",
  "compiled",
  "forward_ad",
  "fused",
  "saved_hooks",
  "subclass",
  "unseen",
  "settrace",
  "hook",
];

const entry = (kind: NotShown["kind"], line: number | null, what = "f", count = 1): NotShown => ({ kind, what, line, file: 0, count });

describe("what the tracer could not show", () => {
  test.each(["en", "zh"] as const)("every kind has a sentence of its own (%s)", lang => {
    const words = makeWords(lang, source(lang));
    const sentences = notShownSentences(
      words,
      KINDS.map((kind, position) => entry(kind, position + 1)),
    );
    expect(new Set(sentences).size).toBe(KINDS.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/page-unshown|\{|undefined/);
  });

  test("entries of one kind share a sentence, with their lines", () => {
    const words = makeWords("en", source("en"));
    const unshown = [entry("transform", 3, "vmap", 2), entry("thread", 8, "work"), entry("transform", 5, "grad", 4)];
    expect(notShownSentences(words, unshown)).toEqual([
      "6 ops inside torch.func’s vmap, grad (line 3, 5).",
      "what the thread from line 8 did (work).",
    ]);
  });

  test("a long list of lines is cut", () => {
    const words = makeWords("en", source("en"));
    const unshown = [1, 2, 3, 4, 5].map(line => entry("jit", line));
    expect(notShownSentences(words, unshown)).toEqual(["the ops that torch.jit recorded (line 1, 2, 3, …)."]);
  });

  test("no entries give no sentence", () => {
    expect(notShownSentences(makeWords("en", source("en")), [])).toEqual([]);
  });
});
