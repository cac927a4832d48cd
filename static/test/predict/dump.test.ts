import { test } from "vitest";
import { makeFilm } from "../../src/trace/film";
import { questionsOf } from "../../src/predict/questions";
import { goldenNames, goldenRun } from "../support/golden";
test("dump", () => {
  const count: Record<string, number> = {};
  for (const name of goldenNames()) {
    const qs = questionsOf(makeFilm(goldenRun(name)));
    console.log(name, qs.length);
    for (const q of qs) { count[q.kind] = (count[q.kind] ?? 0) + 1; console.log("   ", q.position, q.kind, JSON.stringify(q.ask.params), "|", q.claim.says, "| not", q.claim.not.join(" ; "), q.claim.line, q.claim.times); }
  }
  console.log(count);
});
