import { describe, expect, it } from "vitest";
import { stageFilm } from "../../src/stage/staged-film";
import { storyView } from "../../src/stage/story-tools";
import { storyOf } from "../../src/story/story";
import type { TraceIndex } from "../../src/trace/index";
import { opName } from "../../src/trace/labels";
import { placesOf } from "../../src/trace/places";
import { MAX_THINGS } from "../../src/trace/show";
import { storyIndex, storyKinds } from "../support/golden";
import { word } from "../support/scenes";

const WINDOW = { width: 712, height: 690 };

/** What the story of each kind must keep, in a program of a model of five layers with what goes wrong after it. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  version_mismatch: ["h", "MulBackward0", "mul()", "sigmoid()", "loss", "AccumulateGrad"],
  silent_overwrite: ["h", "SigmoidBackward0", "sigmoid()", "loss", "AccumulateGrad"],
  leaf_in_place: ["net.2.weight", "linear()"],
  multi_view_in_place: ["gate", "value", "chunk()", "out"],
  view_in_place: ["flat", "out"],
  inference_tensor_saved: ["scale", "mul()", "out"],
  inference_edit: ["total", "ones()"],
  graph_freed: ["PowBackward0", "pow()", "loss", "out", "AccumulateGrad"],
  no_grad_path: ["detach()", "out", "h", "loss", "net.4.weight", "AccumulateGrad"],
  cut_gradient: ["detach()", "out", "loss", "AccumulateGrad"],
  leaf_root: ["argmax()", "hits", "score", "out", "AccumulateGrad"],
  non_finite: ["sqrt()", "SqrtBackward0", "scale", "loss", "AccumulateGrad"],
  zero_gradient: ["relu()", "ReluBackward0", "loss", "AccumulateGrad"],
  non_leaf_grad: ["h", "MulBackward0", "mul()", "loss", "AccumulateGrad"],
  shared_storage_edit: ["noise", "numpy()", "add()", "loss"],
  shared_weights: ["net.0.weight", "linear()"],
  device_unavailable: ["out", "linear()"],
  non_scalar_root: ["loss", "PowBackward0", "pow()", "AccumulateGrad"],
  custom_gradients: ["ScaleBackward", "Scale()", "out", "loss", "AccumulateGrad"],
  out_argument: ["out", "AddmmBackward0", "buffer"],
  non_leaf_optimized: ["code", "MulBackward0", "mul()", "AccumulateGrad"],
  non_leaf_flag: ["features", "ReluBackward0", "out"],
  non_leaf_copied: ["best", "MeanBackward0", "out"],
  integer_requires_grad: ["labels", "argmax()", "out"],
  numpy_requires_grad: ["plot", "SoftmaxBackward0", "softmax()"],
};

function nameOf(index: TraceIndex, id: string): string {
  const op = id.startsWith("e") ? index.opAt(Number(id.slice(1))) : null;
  return op === null ? (index.nodes.get(id)?.name ?? index.tensors.get(id)?.names[0] ?? id) : `${opName(op)}()`;
}

describe("the story of", () => {
  it.each(storyKinds())("%s keeps the first of its evidence that is drawn, and nothing else", kind => {
    const index = storyIndex(kind);
    const place = placesOf(index);
    const { evidence = [] } = index.run.diagnoses[0] ?? {};
    const { kept } = storyOf(index, "d1") ?? expect.fail("no story");
    expect(kept.size).toBeGreaterThan(1);
    expect(kept).toContain(evidence.map(id => (id.startsWith("t") ? place(id)?.vertex : id)).find(id => id !== undefined));
    const drawn = new Set(evidence.flatMap(id => drawnAt(index, id)));
    for (const id of kept) expect(drawn).toContain(id);
  });

  it.each(Object.entries(KEPT))("%s keeps what explains it, in at most 16 things that are all drawn", (kind, expected) => {
    const index = storyIndex(kind);
    // A note opens nothing by itself.
    const about = index.run.diagnoses[0]?.severity === "note" ? "d1" : null;
    const { story, scene } = stageFilm(index, WINDOW, word, storyView(index, "story", about));
    expect([...(story?.kept ?? [])].map(id => nameOf(index, id))).toEqual(expect.arrayContaining([...expected]));
    expect(scene.vertices.size).toBeLessThanOrEqual(MAX_THINGS);
    for (const id of story?.kept ?? []) expect(scene.vertices.has(id)).toBe(true);
  });

  it.each(storyKinds())("%s has the step to look at and the raise among its steps, in order and fewer than all", kind => {
    const index = storyIndex(kind);
    const [diagnosis] = index.run.diagnoses;
    const { positions } = storyOf(index, "d1") ?? expect.fail("no story");
    for (const event of [diagnosis?.event, diagnosis?.edit_event, diagnosis?.raise_event])
      if (event != null) expect(positions).toContain(index.stepOfEvent(event));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions.length).toBeLessThan(index.steps.length);
  });
});

/** Where an id of the evidence may be drawn. */
function drawnAt(index: TraceIndex, id: string): readonly string[] {
  const card = (tensor: string) => placesOf(index)(tensor)?.vertex ?? tensor;
  const saved = index.saved.get(id);
  if (saved !== undefined) return [card(saved.tensor), saved.node ?? ""];
  const op = id.startsWith("e") ? index.opAt(Number(id.slice(1))) : null;
  if (op === null) return [card(id)];
  return [id, ...op.inputs.map(card), ...op.writes.map(({ tensor }) => card(tensor)), ...(index.visible.hostsOf.get(op.index) ?? [])];
}

describe("a story of no diagnosis", () => {
  const index = storyIndex("cut_gradient");
  const tensor = (name: string) => index.run.tensors.find(({ names }) => names.includes(name))?.id ?? "";
  const kept = (about: string) => [...(storyOf(index, about)?.kept ?? [])].map(id => nameOf(index, id));

  it("none is told of a program in which nothing is wrong, unless one is asked for", () => {
    expect(storyOf(index)).toBeNull();
    expect(storyOf(index, "t99999")).toBeNull();
    expect(storyOf(index, "d7")).toBeNull();
    expect(storyOf(index, "x")).toBeNull();
  });

  it("of a gradient keeps root, leaf and the node from which it came", () => {
    const about = `${tensor("net.0.weight")}.grad`;
    expect(kept(about)).toEqual(expect.arrayContaining(["net.0.weight", "AccumulateGrad", "loss", "SumBackward0", "TBackward0"]));
    const story = storyOf(index, about);
    expect(story?.subject.kind).toBe("gradient");
    expect(story?.positions).toContain(story?.opensAt);
  });

  it("of a gradient that never was is none", () => {
    expect(storyOf(index, `${tensor("weight")}.grad`)).toBeNull();
  });

  it("of a tensor keeps who made, saved and read it", () => {
    expect(kept(tensor("weight"))).toEqual(expect.arrayContaining(["weight", "abs()", "mul()"]));
  });
});
