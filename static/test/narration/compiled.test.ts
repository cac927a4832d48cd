/** What a film says is compiled when the page is built, and reads as Fluent writes it. */
import { describe, expect, test } from "vitest";
import { compileMessages, isPart, messagesOf } from "../../compile-messages";
import { wordsOfCompiled } from "../../src/narration/compiled";
import { makeWords } from "../../src/narration/fluent";
import { LANGUAGES, type Param } from "../../src/narration/locale";
import { source } from "../support/catalogue";

const VALUES: readonly Param[] = [0, 1, 2, 5, 12_345, 0.25, -1, "one", "d[:] = 0", "{ code }", "$&", true, false, null];

describe.each(LANGUAGES)("in %s", lang => {
  test("every message of a film reads as Fluent writes it", () => {
    const messages = ["film", "predict", "pictures"].map(part => (isPart(part) ? messagesOf(part, source(lang)) : "")).join("");
    const [compiled, fluent] = [wordsOfCompiled(lang, compileMessages(messages)), makeWords(lang, messages)];
    for (const entry of messages.split(/^(?=[a-z])/m)) {
      const key = entry.split(" ")[0] ?? "";
      const names = [...new Set([...entry.matchAll(/\$(\w+)/g)].map(match => match[1] ?? ""))];
      expect(compiled.has(key)).toBe(true);
      for (const value of VALUES) {
        const params = Object.fromEntries(names.map(name => [name, value]));
        expect(compiled.word(key, params)).toBe(fluent.word(key, params));
        expect(compiled.parts(key, params)).toEqual(fluent.parts(key, params));
      }
    }
  });
});

test("a choice without a plural called other falls to the marked text", () => {
  const words = wordsOfCompiled("en", compileMessages("flag = It { $raised ->\n    [yes] raised\n   *[no] will raise\n  }.\n"));
  expect([true, false, "else"].map(raised => words.word("flag", { raised }))).toEqual(["It raised.", "It will raise.", "It will raise."]);
});

test("a key or a parameter that is not there shows its name", () => {
  const words = wordsOfCompiled("en", compileMessages("made = { $op } makes\n"));
  expect([words.word("none"), words.word("made"), words.has("none")]).toEqual(["none", "{$op} makes", false]);
});

test.each([
  ["an attribute", "one = 1\n    .title = 2\n", /without attributes/],
  ["another message", "one = 1\ntwo = { one }\n", /not compiled/],
  ["a function", "one = { NUMBER($count) }\n", /not compiled/],
  ["a brace in its text", 'one = { "{" }\n', /not compiled/],
])("a message with %s is refused by the build", (_, messages, reason) => {
  expect(() => compileMessages(messages)).toThrow(reason);
});
