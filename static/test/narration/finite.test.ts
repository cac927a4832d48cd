import { describe, expect, test } from "vitest";
import { marksAt } from "../../src/editor/marks";
import { textOf } from "../../src/narration/locale";
import { narrate } from "../../src/narration/narration";
import type { Run, TraceEvent } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { storyRun } from "../support/golden";

const run = storyRun("non_finite");
const [en, zh] = [words("en"), words("zh")];
/** The backward of a root, and that of the power before it. */
const [root, power] = run.events.filter(event => event.kind === "node" && event.origin != null).map(({ index }) => index);

function told(event: number | undefined, language = en, of: Run = run): string {
  const film = makeFilm(of);
  return textOf(narrate(film, film.index.stepOfEvent(event ?? -1), language));
}

function changed(at: number | undefined, change: (event: TraceEvent) => object): Run {
  return { ...run, events: run.events.map(event => (event.index === at ? { ...event, ...change(event) } : event)) } as Run;
}

describe("the sentence of a step at which numbers stop being finite", () => {
  test("a gradient says its element and what that was made of", () => {
    expect(told(root)).toMatch(/ The gradient that it passes on stops being finite here: \[0\] = -inf, made of grad\[0\] = -0\.0\d+ and /);
    expect(told(root)).toMatch(/\[0\] = 0\.$/);
  });

  test("infinities that become NaN are told as that", () => {
    expect(told(power)).toContain("In the gradient that it passes on, infinities become NaN: [0, 0] = nan, made of grad[0, 0] = -inf and ");
  });

  test("it is told in Chinese", () => {
    expect(told(root, zh)).toMatch(/它传出的梯度在这里不再有限：\[0\] = -inf，来自 /);
  });

  test("a node whose gradient is finite says nothing of it", () => {
    const finite = run.events.find(event => event.kind === "node" && event.origin == null && !(event.inputs_non_finite ?? []).length);
    expect(told(finite?.index)).not.toMatch(/finite|infinit/);
  });

  test("an op says the element of its result, and of its input", () => {
    const op = run.events.find(event => event.kind === "op" && event.name === "sqrt");
    const origin = {
      family: "root",
      index: [1],
      value: "NaN",
      count: 1,
      from_infinite: false,
      elements: [{ what: "input", tensor: op?.kind === "op" ? op.inputs[0] : null, saved: null, index: [1], value: -1 }],
    };
    expect(
      told(
        op?.index,
        en,
        changed(op?.index, () => ({ origin })),
      ),
    ).toMatch(/ Here numbers stop being finite: \[1\] = nan, made of scale\[1\] = -1\.$/);
    const alone = { ...origin, elements: [], index: [] };
    expect(
      told(
        op?.index,
        en,
        changed(op?.index, () => ({ origin: alone })),
      ),
    ).toMatch(/ Here numbers stop being finite: nan\.$/);
  });

  test("a gradient of a leaf says that it is not finite", () => {
    const accumulate = run.events.find(event => event.kind === "accumulate" && event.non_finite);
    expect(told(accumulate?.index)).toMatch(/ It is not finite: some elements are NaN or infinite\.$/);
    expect(
      told(
        accumulate?.index,
        en,
        changed(accumulate?.index, () => ({ non_finite: false })),
      ),
    ).not.toContain("finite");
  });
});

describe("the badge of the line that makes the first NaN", () => {
  const badges = (of: Run, position: "before" | "at") => {
    const film = makeFilm(of);
    const birth = film.index.stepOfEvent(of.diagnoses[0]?.birth_event ?? -1);
    return marksAt(film, position === "at" ? birth : birth - 1, en).lines.filter(({ badges }) => badges.some(({ tone }) => tone === "bad"));
  };

  test("stands at its line from the birth on", () => {
    const [line] = badges(run, "at");
    expect(line).toMatchObject({ line: run.diagnoses[0]?.birth_line, sign: null });
    expect(line?.badges).toContainEqual({ tone: "bad", text: "makes an infinity", short: "inf", parts: [] });
    expect(badges(run, "before")).toEqual([]);
  });

  test("is not there for what does no harm", () => {
    const notes = run.diagnoses.map(diagnosis => ({ ...diagnosis, severity: "note" as const }));
    expect(badges({ ...run, diagnoses: notes } as Run, "at")).toEqual([]);
  });
});
