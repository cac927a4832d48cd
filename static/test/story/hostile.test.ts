/** Stories of films that no honest program makes: ids in a circle, parts that are missing, long names, and very many things. */
import { describe, expect, it } from "vitest";
import { stageFilm } from "../../src/stage/staged-film";
import { storyView } from "../../src/stage/story-tools";
import { storyOf } from "../../src/story/story";
import type { Diagnosis, Run } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { MAX_THINGS } from "../../src/trace/show";
import { noEffects, storyKinds, storyRun } from "../support/golden";
import { word } from "../support/scenes";

const WINDOW = { width: 712, height: 690 };

function shown(run: Run, about: string | null = null) {
  const index = buildIndex(run);
  return stageFilm(index, WINDOW, word, storyView(index, "story", about));
}

function withDiagnosis(run: Run, patch: Partial<Diagnosis>): Run {
  return { ...run, diagnoses: run.diagnoses.map((diagnosis, at) => (at === 0 ? { ...diagnosis, ...patch } : diagnosis)) };
}

const run = storyRun("version_mismatch");

describe("a story of", () => {
  it("nodes whose next_functions lead in a circle is a picture of at most 16 things", () => {
    const last = run.nodes.at(-1)?.id ?? "";
    const first = run.nodes[0]?.id ?? "";
    const nodes = run.nodes.map(node => ({
      ...node,
      next_functions: [...node.next_functions, { node: node.id === first ? last : first, output_nr: 0 }],
    }));
    const { scene } = shown({ ...run, nodes: nodes as Run["nodes"] });
    expect(scene.vertices.size).toBeGreaterThan(2);
    expect(scene.vertices.size).toBeLessThanOrEqual(MAX_THINGS);
  });

  it("a tensor that is its own base and a view of what was made from it is a picture", () => {
    const tensors = run.tensors.map(tensor => ({ ...tensor, base: tensor.id }));
    expect(shown({ ...run, tensors }).scene.vertices.size).toBeLessThanOrEqual(MAX_THINGS);
  });

  it.each(storyKinds())("%s whose edit, raise, save, node and tensor are outside of the film is a picture or none", kind => {
    const far = {
      edit_event: 10 ** 6,
      raise_event: 10 ** 6,
      event: 10 ** 6,
      saved: "s999999",
      node: "n999999",
      tensor: "t999999",
      others: ["s999998"],
    };
    const film = shown(withDiagnosis(storyRun(kind), far), "d1");
    expect(film.show === "story" ? film.scene.vertices.size : 0).toBeLessThanOrEqual(MAX_THINGS);
  });

  it.each(storyKinds())("%s that names nothing is a picture or none", kind => {
    const nothing = { edit_event: null, raise_event: null, event: null, saved: null, node: null, tensor: null, others: [], cut_line: null };
    const film = shown(withDiagnosis(storyRun(kind), nothing), "d1");
    expect(film.show === "story" ? film.scene.vertices.size : 0).toBeLessThanOrEqual(MAX_THINGS);
  });

  it("a kind that is not known yet is told by what its diagnosis names", () => {
    const { story } = shown(withDiagnosis(run, { kind: "unheard_of" as Diagnosis["kind"] }));
    expect(story?.kept.size).toBeGreaterThan(2);
  });

  it.each([
    "x".repeat(200),
    "变量".repeat(100),
  ])("tensors with names of 200 characters has boxes that are no wider than the window", name => {
    const tensors = run.tensors.map(tensor => ({ ...tensor, names: tensor.names.map(() => name) }));
    for (const { vertex } of shown({ ...run, tensors }).scene.vertices.values()) expect(vertex.width).toBeLessThan(320);
  });

  it("modules that are nested 30 deep, with a long path, has pills that are no wider than the window", () => {
    const module = Array.from({ length: 30 }, (_, depth) => `layer${depth}`).join(".");
    const events = run.events.map(event => (event.kind === "op" ? { ...event, module } : event));
    for (const { vertex } of shown({ ...run, events }).scene.vertices.values()) expect(vertex.width).toBeLessThan(400);
  });

  it("an edit that made 300 saves stale has one pill for them, which opens to a few and closes again", () => {
    const saved = run.diagnoses[0]?.saved ?? "";
    const more = Array.from(
      { length: 300 },
      (_, at) => ({ ...run.saved.find(({ id }) => id === saved), id: `s9${at}` }) as Run["saved"][number],
    );
    const forged = withDiagnosis({ ...run, saved: [...run.saved, ...more] }, { others: more.map(({ id }) => id) });
    const film = shown(forged);
    expect(film.scene.vertices.size).toBeLessThanOrEqual(MAX_THINGS);
    expect(film.scene.groups.get("g:stale")?.group.ops).toBe(300);
  });
});

/** A chain of products, each of which reads a parameter of its own, with an edit of the first result at the end. */
function chain(length: number): Run {
  const tensor = (id: string, names: readonly string[], leaf: boolean, event: number) =>
    ({
      id,
      names,
      shape: [2],
      dtype: "float32",
      is_leaf: leaf,
      requires_grad: true,
      storage: `u${id}`,
      counter: `c${id}`,
      version: 0,
      event,
      base: null,
      line: 1,
      value: null,
      region: null,
    }) as unknown as Run["tensors"][number];
  const op = (index: number, at: number) =>
    ({
      kind: "op",
      index,
      line: at + 1,
      file: 0,
      name: "mul",
      inputs: [`t${at * 2}`, `t${at * 2 + 1}`],
      outputs: [`t${at * 2 + 2}`],
      nodes: [`n${at}`],
      saves: [`s${at}`],
      writes: [],
      stale: [],
      states: [],
      module: `net.${at % 500}`,
      within: [],
      function: "<module>",
      iteration: 1,
      rounds: [],
      aliases: [],
      call: null,
      effects: noEffects,
    }) as unknown as Run["events"][number];
  const tensors = Array.from({ length }, (_, at) => [
    tensor(`t${at * 2 + 1}`, [`net.${at % 500}.weight`], true, at),
    tensor(`t${at * 2 + 2}`, at === 0 ? ["h"] : [], false, at),
  ]).flat();
  const nodes = Array.from({ length }, (_, at) => ({
    id: `n${at}`,
    name: "MulBackward0",
    kind: "function",
    event: at,
    op: at,
    next_functions: at === 0 ? [] : [{ node: `n${at - 1}`, output_nr: 0 }],
    variable: null,
    module: null,
    metadata: {},
    line: 1,
  }));
  const saves = Array.from({ length }, (_, at) => ({
    id: `s${at}`,
    tensor: `t${at * 2}`,
    node: `n${at}`,
    attribute: "self",
    saved_version: 0,
    event: at,
    line: 1,
  }));
  return {
    ...run,
    events: Array.from({ length }, (_, at) => op(at, at)),
    tensors: [tensor("t0", ["x"], true, 0), ...tensors],
    nodes: nodes as unknown as Run["nodes"],
    saved: saves as unknown as Run["saved"],
    gradients: [],
    diagnoses: [
      {
        ...run.diagnoses[0],
        event: 3,
        edit_event: 3,
        raise_event: null,
        saved: "s1",
        node: "n1",
        tensor: "t2",
        others: saves.slice(2, 40).map(({ id }) => id),
      } as Diagnosis,
    ],
  };
}

describe("a film of 5,000 ops in a row", () => {
  const long = chain(5_000);

  it("has a story of at most 16 things", () => {
    const { story, scene } = shown(long);
    expect(story?.things).toBeGreaterThan(10_000);
    expect(scene.vertices.size).toBeLessThanOrEqual(MAX_THINGS);
  });

  it("has at most 60 steps in a story of a tensor that is read in each", () => {
    const events = long.events.map(event => (event.kind === "op" ? { ...event, inputs: ["t0", ...event.inputs] } : event));
    const story = storyOf(buildIndex({ ...long, events }), "t0");
    expect(story?.positions.length).toBeLessThanOrEqual(60);
  });
});
