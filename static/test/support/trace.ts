/** A small hand-written run for the page's tests: one product saved, edited in place, and the backward pass that fails. */
import type { Run, Tensor, TraceEvent, Value } from "../../src/trace/contract";
import { noEffects } from "./golden";

const CODE = `import torch

x = torch.tensor([[1., 2.]])
w = torch.ones(2, 1, requires_grad=True)
d = x @ w
f = d @ d
d[:] = 0
f.backward()`;

function value(preview: readonly number[], shape: readonly number[] = [preview.length]): Value {
  const [min, max] = [Math.min(...preview), Math.max(...preview)];
  const mean = preview.reduce((sum, item) => sum + item, 0) / preview.length;
  return { shape, preview_shape: shape, preview, imaginary: null, min, max, mean, nan: 0, inf: 0 };
}

function tensor(id: string, name: string, line: number, event: number, facts: Partial<Tensor>): Tensor {
  const number = id.slice(1);
  return {
    id,
    names: [name],
    shape: [1, 1],
    dtype: "float32",
    device: "cpu",
    requires_grad: true,
    is_leaf: false,
    storage: `m${number}`,
    counter: `c${number}`,
    version: 0,
    base: null,
    op: event,
    line,
    event,
    value: value([3], [1, 1]),
    ...facts,
  } as Tensor;
}

const OP = {
  nodes: [],
  saves: [],
  writes: [],
  stale: [],
  states: [],
  function: "<module>",
  module: null,
  within: [],
  iteration: 1,
  code: null,
  rounds: [],
  aliases: [],
  call: null,
  effects: noEffects,
};

/** Events without their index: it follows from their place. */
const EVENTS = [
  { kind: "op", line: 3, name: "tensor", inputs: [], outputs: ["t1"] },
  { kind: "bind", line: 3, name: "x", tensor: "t1" },
  { kind: "op", line: 4, name: "ones", inputs: [], outputs: ["t2"] },
  { kind: "bind", line: 4, name: "w", tensor: "t2" },
  { kind: "op", line: 5, name: "matmul", inputs: ["t1", "t2"], outputs: ["t3"], nodes: ["n1", "n2"], saves: ["s1"] },
  { kind: "bind", line: 5, name: "d", tensor: "t3" },
  { kind: "op", line: 6, name: "matmul", inputs: ["t3"], outputs: ["t4"], nodes: ["n3"], saves: ["s2"] },
  { kind: "bind", line: 6, name: "f", tensor: "t4" },
  {
    kind: "op",
    line: 7,
    name: "__setitem__",
    inputs: ["t3"],
    outputs: [],
    stale: ["s2"],
    writes: [
      {
        tensor: "t3",
        counter: "c3",
        version_before: 0,
        version_after: 1,
        via: "in_place",
        region: null,
        op: null,
        value: value([0], [1, 1]),
      },
    ],
  },
  { kind: "backward_start", line: 8, roots: ["t4"], call: "backward", retain_graph: false, create_graph: false },
  { kind: "unpack", line: 8, saved: "s2", saved_version: 0, current_version: 1, ok: false },
  { kind: "raise", line: 8, exception_type: "RuntimeError", message: "one of the variables", node: "n3", saved: "s2" },
] as const;

function events(): readonly TraceEvent[] {
  return EVENTS.map((event, index) => ({ ...(event.kind === "op" ? OP : {}), ...event, index }) as unknown as TraceEvent);
}

export const failing: Run = {
  schema_version: 2,
  id: "test",
  code: CODE,
  engine: { gradreel: "0", torch: "2.13.0+cpu", python: "3.11" },
  outcome: {
    status: "raised",
    failure: {
      kind: "python_error",
      message: "one of the variables",
      exception_type: "RuntimeError",
      line: 8,
      event: 11,
      hint: null,
      hint_kind: null,
      params: {},
    },
  },
  stdout: "",
  elapsed_ms: 12,
  events: events(),
  tensors: [
    tensor("t1", "x", 3, 0, { requires_grad: false, is_leaf: true, shape: [1, 2], value: value([1, 2], [1, 2]) }),
    tensor("t2", "w", 4, 2, { is_leaf: true, shape: [2, 1], value: value([1, 1], [2, 1]) }),
    tensor("t3", "d", 5, 4, {}),
    tensor("t4", "f", 6, 6, {}),
  ],
  nodes: [
    {
      id: "n1",
      name: "MmBackward0",
      kind: "function",
      next_functions: [{ node: "n2", output_nr: 0 }],
      line: 5,
      event: 4,
      variable: null,
      op: 4,
      module: null,
      metadata: {},
    },
    {
      id: "n2",
      name: "AccumulateGrad",
      kind: "accumulate_grad",
      next_functions: [],
      line: 5,
      event: 4,
      variable: "t2",
      op: 4,
      module: null,
      metadata: {},
    },
    {
      id: "n3",
      name: "MvBackward0",
      kind: "function",
      next_functions: [{ node: "n1", output_nr: 0 }],
      line: 6,
      event: 6,
      variable: null,
      op: 6,
      module: null,
      metadata: {},
    },
  ],
  saved: [
    { id: "s1", node: "n1", attribute: "self", tensor: "t1", saved_version: 0, event: 4, line: 5 },
    { id: "s2", node: "n3", attribute: "self", tensor: "t3", saved_version: 0, event: 6, line: 6 },
  ],
  diagnoses: [],
  gradients: [],
  truncated: null,
  not_shown: [],
  fidelity: "equal",
} as unknown as Run;
