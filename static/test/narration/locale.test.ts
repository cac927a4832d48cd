import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { makeWords } from "../../src/narration/fluent";
import { textOf } from "../../src/narration/locale";
import { keys, source } from "../support/catalogue";

const SOURCES = fileURLToPath(new URL("../../src", import.meta.url));
/** Sections whose keys the page alone uses; the others are worded by Python: see tests/test_locale.py. */
const SECTIONS = "page|step|stage|share|predict|notes|overview|animation|speaker";
/** Pages without scripts, and the library's table of a comparison, ask for them, and Python's own test looks for that. */
const ELSEWHERE = new Set([
  "notes-all",
  "page-compare-same",
  "page-compare-part",
  "page-compare-verdict",
  "page-compare-differs-by",
  "page-compare-missing",
]);
const OURS = new RegExp(`^(${SECTIONS})-`);

function files(folder: string): readonly string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

function keysInSources(): ReadonlySet<string> {
  const texts = files(SOURCES)
    .filter(path => path.endsWith(".ts"))
    .map(path => readFileSync(path, "utf8"));
  const written = new RegExp(`(?<!class: )["'\`]((?:${SECTIONS})-[a-z0-9-]+)["'\`]`, "g");
  return new Set(texts.flatMap(text => [...text.matchAll(written)].map(match => match[1] ?? "")));
}

/** Beginnings of keys that the sources complete from a value: `stage-label-${phase}`. */
function prefixesInSources(): readonly string[] {
  const texts = files(SOURCES).map(path => readFileSync(path, "utf8"));
  const begins = new RegExp(`\`((?:${SECTIONS})-[a-z-]+-)\\$\\{`, "g");
  const begun = texts.flatMap(text => [...text.matchAll(begins)].map(match => match[1] ?? ""));
  const choices = texts.flatMap(text => [...text.matchAll(/choice\(store, "(share-[a-z]+)"/g)].map(match => `${match[1]}-`));
  return [...begun, ...choices];
}

/** Parameters that a message asks for, by key; a count may serve a plural that Chinese does not have. */
function parameters(lang: "en" | "zh"): ReadonlyMap<string, string> {
  const messages = source(lang).split(/^(?=[a-z])/m);
  return new Map(
    messages.map(message => {
      const used = [...message.matchAll(/\$([a-z_]+)/g)].map(match => match[1] ?? "").filter(name => name !== "count");
      return [message.split(" ")[0] ?? "", [...new Set(used)].sort().join(" ")];
    }),
  );
}

describe("the catalogues", () => {
  test("a key in one language is in the other", () => {
    expect([...keys("zh")].sort()).toEqual([...keys("en")].sort());
  });

  test("a key is defined once", () => {
    expect(keys("en").length).toBe(new Set(keys("en")).size);
  });

  test("a key that the page asks for exists", () => {
    const known = new Set(keys("en"));
    expect([...keysInSources()].filter(key => !known.has(key))).toEqual([]);
  });

  test("a key of the page that nothing asks for is gone", () => {
    const [used, prefixes] = [keysInSources(), prefixesInSources()];
    const unused = keys("en").filter(key => !used.has(key) && !prefixes.some(prefix => key.startsWith(prefix)));
    expect(unused.filter(key => OURS.test(key) && !ELSEWHERE.has(key))).toEqual([]);
  });

  test("a page's message asks for the same parameters in both languages", () => {
    const [en, zh] = [parameters("en"), parameters("zh")];
    const differing = keys("en").filter(key => OURS.test(key) && en.get(key) !== zh.get(key));
    expect(differing).toEqual([]);
  });
});

describe("word", () => {
  const words = makeWords("en", "step-line = line { $line }\nflag = { $raised ->\n    [yes] raised\n   *[no] will raise\n  }\n");

  test("a number is written without grouping", () => {
    expect(words.word("step-line", { line: 1200 })).toBe("line 1200");
  });

  test("a boolean selects yes or no, as in Python", () => {
    expect(words.word("flag", { raised: true })).toBe("raised");
    expect(words.word("flag", { raised: false })).toBe("will raise");
  });

  test("an unknown key is shown, not thrown", () => {
    expect(words.word("step-unknown")).toBe("step-unknown");
  });
});

describe("parts", () => {
  const words = makeWords("en", "made = { $op } makes { $name } on line { $line }.\n");

  test("a name is set apart from the words around it", () => {
    expect(words.parts("made", { op: "matmul", name: "d", line: 7 })).toEqual([
      { text: "matmul", style: "code" },
      { text: " makes ", style: "plain" },
      { text: "d", style: "name" },
      { text: " on line 7.", style: "plain" },
    ]);
  });

  test("markup in a name stays text", () => {
    expect(textOf(words.parts("made", { op: "<b>{ $x }</b>", name: "\u2068", line: 1 }))).toBe("<b>{ $x }</b> makes \u2068 on line 1.");
  });

  test("a phrase is put in whole", () => {
    const inner = words.list([[{ text: "a", style: "name" }], [{ text: "b", style: "name" }]]);
    expect(textOf(words.parts("made", { op: "cat", name: inner, line: 2 }))).toBe("cat makes a and b on line 2.");
  });

  test("Chinese words in place of a name are joined without a space, a name keeps it", () => {
    const zh = makeWords("zh", "made = { $op } 得到 { $name }。\nwhat = { $op } 的结果\n");
    expect(textOf(zh.parts("made", { op: "mul", name: "d" }))).toBe("mul 得到 d。");
    expect(textOf(zh.parts("made", { op: zh.parts("what", { op: "add" }), name: zh.parts("what", { op: "mul" }) }))).toBe(
      "add 的结果得到 mul 的结果。",
    );
    expect(textOf(zh.list([[{ text: "a", style: "name" }], [{ text: "b", style: "name" }]]))).toBe("a 和 b");
  });
});

describe("a line that comes with its file", () => {
  const params = {
    node: "MmBackward0",
    how: "name",
    name: "d",
    view: "same",
    line: 7,
    file: "a/model.py",
    saved_line: 3,
    saved_file: "train.py",
  };

  test("is said with it where the sentence says line", () => {
    const en = makeWords("en", `${source("en")}\nboth = Line { $line } edited what line { $saved_line } saved.\n`);
    expect(en.word("both", params)).toBe("a/model.py line 7 edited what train.py line 3 saved.");
    expect(en.word("both", { line: 7, saved_line: 3 })).toBe("Line 7 edited what line 3 saved.");
    expect(textOf(en.parts("both", params))).toBe("a/model.py line 7 edited what train.py line 3 saved.");
    expect(en.word("stage-hook", params)).toBe("hook · a/model.py line 7");
  });

  test("keeps a space after Chinese letters, and none after punctuation", () => {
    const zh = makeWords("zh", `${source("zh")}\nboth = 因此第 { $line } 行报错，第 { $saved_line } 行保存。\n`);
    expect(zh.word("both", params)).toBe("因此 a/model.py 第 7 行报错，train.py 第 3 行保存。");
  });
});
