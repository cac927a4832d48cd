/**
 * Films of schema version 1, as the service passes them on (`gradreel/film/upgrade.py`), and `?step=N` of links that show them: today's
 * films of the same programs have the same steps.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Run } from "../../src/trace/contract";
import { tensorAt } from "../../src/trace/history";
import { buildIndex } from "../../src/trace/index";
import { stateAt } from "../../src/trace/state";
import { goldenNames, goldenRun } from "../support/golden";

type Steps = readonly (readonly [kind: string, line: number | null])[];

const folder = join(import.meta.dirname, "../support/v1");
/** By example: the steps of its film of version 1, as the page of that time computed them. */
const table: Readonly<Record<string, Steps>> = JSON.parse(readFileSync(join(folder, "steps.json"), "utf8"));
const films: Readonly<Record<string, Run>> = JSON.parse(gunzipSync(readFileSync(join(folder, "films.json.gz"))).toString());

function stepsOf(run: Run): Steps {
  return buildIndex(run).steps.map(({ kind, line }) => [kind, line]);
}

function filmOf(name: string): Run {
  const film = films[name];
  if (film === undefined) throw new Error(`films.json.gz has no ${name}`);
  return film;
}

/** What was printed at the end had steps of its own: a link that names one of them opens at the last step. */
function withoutLastOutputs(steps: Steps | undefined): Steps | undefined {
  return steps?.slice(0, steps.findLastIndex(([kind]) => kind !== "output") + 1);
}

/** PyTorch gives this warning once per process, and the golden traces are recorded in one. */
const WARNED = "cuts/tensor-of-tensors";

describe("the steps of", () => {
  it.each(Object.keys(films))("the film of version 1 of %s are what they were", name => {
    expect(stepsOf(filmOf(name))).toEqual(withoutLastOutputs(table[name]));
  });

  it.each(goldenNames().filter(name => name in table))("%s are those of its film of version 1", name => {
    const expected = table[name]?.filter(([kind]) => name !== WARNED || (kind !== "warning" && kind !== "output"));
    expect(stepsOf(goldenRun(name))).toEqual(withoutLastOutputs(expected));
  });
});

describe("a film of version 1", () => {
  it("says that a tensor has changed where it was written through another one, and not what it holds", () => {
    const index = buildIndex(filmOf("views/edit-a-view"));
    const base = index.run.tensors.find(tensor => tensor.names.includes("base"));
    const at = tensorAt(index, base?.id ?? "", index.run.events.length);
    expect([at?.value, at?.outdated]).toEqual([base?.value, true]);
  });

  it("explains what raised by its line", () => {
    const index = buildIndex(filmOf("twice/backward-twice"));
    expect(stateAt(index, index.steps.length - 1).failure?.diagnosis?.kind).toBe("graph_freed");
  });

  it("has no hooks and keeps the names of a function apart from those of its caller", () => {
    const index = buildIndex(filmOf("whole/custom-function-stale"));
    const h = index.run.tensors.find(tensor => tensor.names.includes("h"));
    expect([index.hooks.size, index.namesAt(h?.id ?? "", Number.POSITIVE_INFINITY)[0]]).toEqual([0, "h"]);
  });
});
