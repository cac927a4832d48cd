/** A run of any number of residual blocks: `h = norm1(x); x = x + attn(h); y = tanh(x); y += ff(norm2(y))`, with its modules. */
import type { Run } from "../../src/trace/contract";
import { noEffects } from "./golden";

const noOp = {
  nodes: [],
  saves: [],
  writes: [],
  stale: [],
  states: [],
  within: [],
  iteration: 1,
  rounds: [],
  aliases: [],
  call: null,
  effects: noEffects,
};
const CODE = [
  "def forward(self, x):",
  "  h = self.norm1(x)",
  "  x = x + self.attn(h)",
  "  y = torch.tanh(x)",
  "  y += self.ff(self.norm2(y))",
];

export function residual(blocks: number): Run {
  const events: object[] = [];
  const tensors: object[] = [];
  const nodes: { readonly id: string }[] = [];
  const add = (event: object) => events.push({ ...event, index: events.length }) - 1;
  let count = 0;
  const begin = (what: string, name: string, parent: string | null, line: number, module: string | null) => {
    const call = `k${++count}`;
    add({ kind: "call", line, file: 0, rounds: [], call, parent, what, name, module });
    return call;
  };
  const forward = begin("function", "Block.forward", null, 1, null);
  let inside: readonly { readonly path: string; readonly call: string }[] = [];
  /** The call of the innermost module on a path; what the op before was in as well is the same call. */
  const callOf = (module: string, line: number): string => {
    const calls: { readonly path: string; readonly call: string }[] = [];
    const pieces = module.split(".");
    for (let end = 1; end <= pieces.length && module !== ""; end++) {
      if (/^\d+$/.test(pieces[end] ?? "")) continue;
      const part = pieces.slice(0, end).join(".");
      const same = inside[calls.length];
      const isSame = same?.path === part && calls.every(({ call }, at) => call === inside[at]?.call);
      calls.push(isSame ? same : { path: part, call: begin("module", part, calls.at(-1)?.call ?? forward, line, part) });
    }
    inside = calls;
    return calls.at(-1)?.call ?? forward;
  };
  const op = (name: string, line: number, module: string, inputs: readonly string[], label: string | null = null): string => {
    const number = tensors.length + 1;
    const [id, node, before] = [`t${number}`, `n${number}`, nodes.at(-1)?.id ?? null];
    const call = callOf(module, line);
    const event = add({ ...noOp, kind: "op", line, name, inputs, outputs: [id], nodes: [node], module, call, function: "Block.forward" });
    const facts = {
      op: event,
      shape: [2],
      dtype: "float32",
      device: "cpu",
      requires_grad: true,
      is_leaf: false,
      version: 0,
      base: null,
      region: null,
    };
    const own = { id, storage: `m${number}`, counter: `c${number}`, names: label === null ? [] : [label] };
    tensors.push({ ...own, ...facts, line, event, value: null });
    const next_functions = [{ node: before, output_nr: 0 }];
    nodes.push({ id: node, name, kind: "function", next_functions, line, event, variable: null, op: event, module, metadata: {} } as never);
    if (label !== null) add({ kind: "bind", line, name: label, tensor: id });
    return id;
  };
  let x = op("randn", 1, "", [], "x");
  for (let block = 0; block < blocks; block++) {
    const path = `model.blocks.${block}`;
    const h = op("layer_norm", 2, `${path}.norm1`, [x], "h");
    let attended = h;
    for (const name of ["transpose", "linear", "unflatten", "softmax", "matmul", "linear"])
      attended = op(name, 3, `${path}.attn`, [attended, h]);
    x = op("add", 3, path, [x, attended], "x");
    const y = op("tanh", 4, path, [x], "y");
    let fed = op("layer_norm", 5, `${path}.norm2`, [y]);
    for (const [at, name] of ["linear", "relu", "linear"].entries()) fed = op(name, 5, `${path}.ff.${at}`, [fed]);
    const counter = { tensor: y, counter: `c${y.slice(1)}`, version_before: 0, version_after: 1 };
    const write = { ...counter, via: "in_place", region: null, op: null, value: null };
    add({
      ...noOp,
      kind: "op",
      line: 5,
      name: "add_",
      inputs: [y, fed],
      outputs: [y],
      writes: [write],
      module: path,
      call: callOf(path, 5),
      function: "Block.forward",
    });
    x = y;
  }
  const rest = { schema_version: 2, id: "residual", code: CODE.join("\n"), stdout: "", elapsed_ms: 1, fidelity: "equal", truncated: null };
  const engine = { gradreel: "0", torch: "2", python: "3" };
  const outcome = { status: "completed", failure: null };
  return { ...rest, not_shown: [], engine, outcome, events, tensors, nodes, saved: [], diagnoses: [], gradients: [] } as unknown as Run;
}
