/**
 * The questions of all examples. What they claim is on file for `tests/test_predictions.py`, which runs each program as plain PyTorch and
 * compares: `npm test -- -u` writes it anew.
 */
import { describe, expect, test } from "vitest";
import { LANGUAGES, textOf } from "../../src/narration/locale";
import type { Question } from "../../src/predict/question";
import { questionsOf } from "../../src/predict/questions";
import type { Run } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { goldenNames, goldenRun } from "../support/golden";
import { failing } from "../support/trace";

const CLAIMS = "../../../tests/golden/predictions.json";
const asked = goldenNames().map(name => ({ name, film: makeFilm(goldenRun(name)) }));
const questions = asked.flatMap(({ name, film }) => questionsOf(film).map(question => ({ name, film, question })));

function kindsIn(theme: string): ReadonlySet<string> {
  return new Set(questions.filter(({ name }) => name.startsWith(`${theme}/`)).map(({ question }) => question.kind));
}

describe("the questions of the examples", () => {
  test("what they claim is on file", async () => {
    const claims = questions.map(({ name, question: { kind, claim } }) => JSON.stringify({ example: name, kind, ...claim }));
    await expect(`[\n${claims.join(",\n")}\n]\n`).toMatchFileSnapshot(CLAIMS);
  });

  test("every theme is asked about", () => {
    const themes = [...new Set(goldenNames().map(name => name.split("/")[0] ?? ""))];
    expect(themes.filter(theme => kindsIn(theme).size === 0)).toEqual([]);
  });

  test("each has two to four options with words of their own, in both languages", () => {
    for (const lang of LANGUAGES) {
      const { parts, has } = words(lang);
      for (const { name, question } of questions) {
        const { ask, options, because, right } = question;
        expect([ask, because, ...options].filter(({ key }) => !has(key))).toEqual([]);
        const texts = options.map(({ key, params }) => textOf(parts(key, params)));
        expect(new Set(texts).size, `${name} ${question.id}`).toBe(options.length);
        expect(options.length).toBeGreaterThanOrEqual(2);
        expect(options.length).toBeLessThanOrEqual(4);
        expect(options[right]).toBeDefined();
        for (const { key, params } of [ask, because, ...options]) expect(textOf(parts(key, params))).not.toMatch(/\{|\$|\?\?/);
      }
    }
  });

  test("each stands before a step of its own that the film has, in order", () => {
    for (const { film } of asked) {
      const positions = questionsOf(film).map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      expect(positions.filter(position => position < 1 || position > film.last)).toEqual([]);
    }
  });

  test("no two of one kind follow one another, and what any film could ask is asked only where there is little else", () => {
    for (const { name, film } of asked) {
      const kinds = questionsOf(film).map(({ kind }) => kind);
      expect(
        kinds.filter((kind, at) => kind === kinds[at - 1]),
        name,
      ).toEqual([]);
      if (kinds.length > 2)
        expect(
          kinds.filter(kind => ["leaf", "fills", "node"].includes(kind)),
          name,
        ).toEqual([]);
    }
  });

  test("every film about saved tensors asks what is saved, or what becomes of its edit", () => {
    const without = asked
      .filter(({ name }) => /^(stale|shared)\//.test(name))
      .filter(({ film }) => {
        const kinds = new Set(questionsOf(film).map(({ kind }) => kind));
        return !kinds.has("saves") && !kinds.has("edit") && !kinds.has("value");
      });
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test("the right answer is not always at the same place", () => {
    const places = new Set(questions.filter(({ question }) => question.options.length === 4).map(({ question }) => question.right));
    expect(places.size).toBe(4);
  });
});

describe("one film", () => {
  const [edit] = questionsOf(makeFilm(failing)).filter(({ kind }) => kind === "edit") as readonly Question[];

  test("an edit of what a node has saved is asked about before its step", () => {
    const film = makeFilm(failing);
    expect(edit?.position).toBe(film.index.stepOfEvent(8));
    expect(edit?.options[edit.right]?.key).toBe("predict-edit-is-later");
  });

  test("a film that leaves something out asks nothing", () => {
    const truncated = { ...failing, truncated: { kind: "events" as const, limit: 12, event: 12 } };
    expect(questionsOf(makeFilm(truncated))).toEqual([]);
  });

  test("a film without events asks nothing", () => {
    expect(questionsOf(makeFilm({ ...failing, events: [], nodes: [], saved: [], tensors: [] }))).toEqual([]);
  });

  /** The same program, if the edit made nothing stale and it ran to its end. */
  const harmless = (kind: "function" | "custom"): Run => {
    const events = failing.events
      .filter(({ index }) => index < 10)
      .map(event => (event.kind === "op" && event.index === 8 ? { ...event, stale: [] } : event));
    const nodes = failing.nodes.map(node => (node.id === "n3" ? { ...node, kind } : node));
    return { ...failing, events, nodes, diagnoses: [], not_shown: [], outcome: { status: "completed", failure: null, exited: false } };
  };

  test("an edit that no node minds is fine only where all that nodes keep is known", () => {
    const endings = (run: Run) =>
      questionsOf(makeFilm(run))
        .filter(({ kind }) => kind === "edit")
        .map(({ options, right }) => options[right]?.key);
    expect(endings(harmless("function"))).toEqual(["predict-edit-is-fine"]);
    expect(endings(harmless("custom"))).toEqual([]);
  });
});
