/** The golden traces of all built-in examples as runs: defaults that their normal form leaves out are filled in. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Run, Value } from "../../src/trace/contract";
import { buildIndex, type TraceIndex } from "../../src/trace/index";

const root = join(import.meta.dirname, "../../..");
const traces = join(root, "tests/golden/traces");

type Json = Record<string, unknown>;

const lists: Readonly<Record<string, Json>> = {
  op: {
    inputs: [],
    outputs: [],
    nodes: [],
    saves: [],
    writes: [],
    stale: [],
    states: [],
    module: null,
    within: [],
    function: "<module>",
    iteration: 1,
    rounds: [],
    aliases: [],
    call: null,
  },
  line: { call: null, rounds: [] },
  bind: { call: null },
  call: { parent: null, module: null, rounds: [] },
  hook: { tensor: null, node: null, given: null, returned: null },
  node: { grad_outputs: [], grad_inputs: [] },
  backward_start: { roots: [], inputs: [] },
  free: { nodes: [] },
  backward_end: { results: [] },
  raise: { node: null, saved: null, inputs: [] },
  accumulate: { grad: null, added: null, counter: null, version: null, aliases: [], stale: [] },
};

export function goldenNames(): string[] {
  return readdirSync(traces).flatMap(theme =>
    readdirSync(join(traces, theme))
      .filter(file => file.endsWith(".json"))
      .map(file => `${theme}/${file.replace(".json", "")}`),
  );
}

export function goldenRun(name: string): Run {
  return filledRun(name, join(traces, `${name}.json`), readFileSync(join(root, `app/examples/${name}.py`), "utf8"));
}

const indexes = new Map<string, TraceIndex>();

/** The index of a golden run, built once for all tests: it is read only. */
export function goldenIndex(name: string): TraceIndex {
  return indexOf(name, goldenRun);
}

/** The same of the program of a kind of diagnosis that is too large to be read whole. */
export function storyIndex(kind: string): TraceIndex {
  return indexOf(kind, storyRun);
}

function indexOf(name: string, run: (name: string) => Run): TraceIndex {
  const index = indexes.get(name) ?? buildIndex(run(name));
  indexes.set(name, index);
  return index;
}

const stories = join(root, "tests/golden/stories");

/** The kinds of diagnosis, each of which has a program that is too large to be read whole. */
export function storyKinds(): string[] {
  return readdirSync(join(stories, "traces")).map(file => file.replace(".json", ""));
}

export function storyRun(kind: string): Run {
  const [model, body] = ["model", kind].map(name => readFileSync(join(stories, `programs/${name}.py`), "utf8"));
  return filledRun(kind, join(stories, `traces/${kind}.json`), `${model}${body}`);
}

function filledRun(name: string, file: string, code: string): Run {
  const short = fill(JSON.parse(readFileSync(file, "utf8"))) as Record<string, Json[]> & { outcome: Json };
  return {
    schema_version: 2,
    id: name,
    code,
    files: [{ path: "snippet.py", name: null, text: null }],
    engine: { gradreel: "0", torch: "2", python: "3" },
    stdout: "",
    elapsed_ms: 1,
    fidelity: "equal",
    truncated: null,
    not_shown: [],
    loops: ((short.loops ?? []) as unknown as Json[]).map(loop => ({ file: 0, ...loop })),
    outcome: { failure: null, ...short.outcome },
    events: (short.events ?? []).map((event, index) => ({
      line: null,
      file: 0,
      ...lists[String(event.kind)],
      ...withEffects(event),
      index,
    })),
    tensors: (short.tensors ?? []).map(tensor => ({
      names: [],
      called: [],
      shape: [],
      base: null,
      op: null,
      storage: null,
      counter: null,
      version: null,
      region: null,
      line: null,
      value: null,
      ...tensor,
    })),
    nodes: (short.nodes ?? []).map(node => ({
      next_functions: [],
      variable: null,
      op: null,
      module: null,
      metadata: {},
      line: null,
      ...node,
    })),
    saved: (short.saved ?? []).map(saved => ({ node: null, line: null, ...saved })),
    gradients: (short.gradients ?? []).map(gradient => ({ name: null, value: null, expected: null, differs: false, ...gradient })),
    diagnoses: (short.diagnoses ?? []).map(diagnosis => ({ ...noDiagnosis, ...diagnosis })),
  } as unknown as Run;
}

function withEffects(event: Json): Json {
  return event.kind === "op" ? { ...event, effects: { ...noEffects, ...(event.effects as Json | undefined) } } : event;
}

export const noEffects = {
  reads: null,
  fills: [],
  views: [],
  same_elements: [],
  hands_out: [],
  cuts: [],
  cut_by: null,
  out_of_place: null,
};

const noDiagnosis = {
  event: null,
  edit_event: null,
  raise_event: null,
  others: [],
  evidence: [],
  line: null,
  saved_line: null,
  edit_line: null,
  raise_line: null,
  cut_line: null,
  cut_file: 0,
  node: null,
  saved: null,
  tensor: null,
  name: null,
  saved_version: null,
  current_version: null,
  params: {},
  fixes: [],
};

/** Values, writes, aliases and states inside the lists of events. */
function fill(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fill);
  if (typeof value !== "object" || value === null) return value;
  const filled = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fill(entry)]));
  if ("is" in filled || ("shape" in filled && Object.keys(filled).length === 1)) return asValue(filled);
  if ("via" in filled) return { counter: null, version_before: null, version_after: null, region: null, op: null, value: null, ...filled };
  if ("output_nr" in filled && "tensor" in filled)
    return { grad_fn: null, retains_grad: false, shape: [], storage: null, counter: null, ...filled };
  if ("output_nr" in filled) return { node: null, ...filled };
  return filled;
}

function asValue(short: Json): Value {
  const shape = (short.shape ?? []) as number[];
  const preview = (short.is ?? []) as number[];
  const count = shape.reduce((product, extent) => product * extent, 1);
  const preview_shape = count === preview.length ? shape : [preview.length];
  return { shape, preview_shape, preview, imaginary: null, min: null, max: null, mean: null, nan: 0, inf: 0 };
}
