// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { makeWords } from "../../src/narration/fluent";
import { ApiProblem, type ProblemKind } from "../../src/page/api";
import { problemText } from "../../src/ui/share/problem";
import { keys, source } from "../support/catalogue";

const WORDS = { en: makeWords("en", source("en")), zh: makeWords("zh", source("zh")) };
const REASONS = keys("en")
  .filter(key => key.startsWith("share-problem-"))
  .map(key => key.replace("share-problem-", ""));

describe.each(["en", "zh"] as const)("a failed request, in %s", lang => {
  test.each(REASONS)("%s has its own sentence, without words of the server", reason => {
    const text = problemText(WORDS[lang], new ApiProblem("server", "the server says so in English", 30, reason));
    expect(text).toBe(WORDS[lang].word(`share-problem-${reason}`, { seconds: 30 }));
    expect(text).not.toContain("{");
  });

  test.each([
    "busy",
    "too_large",
    "too_much",
    "blocked",
    "unreadable",
    "offline",
    "server",
  ] satisfies ProblemKind[])("%s has the sentence of its kind", kind => {
    const text = problemText(WORDS[lang], new ApiProblem(kind, "the server says so in English", null, "never heard of"));
    expect(text).toContain(WORDS[lang].word(`page-problem-${kind.replace("_", "-")}`));
    expect(text).not.toContain("English");
  });

  test("an error without an answer of the server has a sentence", () => {
    expect(problemText(WORDS[lang], new Error("PNG"))).toBe(WORDS[lang].word("share-problem-file"));
  });
});
