/** A run of any length: `for t in range(n): h = (w * h).exp()`; in one iteration the result of exp is edited afterwards. */
import type { Run } from "../../src/trace/contract";
import { noEffects } from "./golden";

const effects = { file: 0, aliases: [], call: null, rounds: [] as number[], effects: noEffects };
const noOp = { nodes: [], saves: [], writes: [], stale: [], states: [], module: null, within: [], function: "<module>", ...effects };

export function loop(rounds: number, spoilt: number | null = null): Run {
  const events: object[] = [];
  const tensors: object[] = [];
  const nodes: object[] = [];
  const saved: object[] = [];
  const add = (event: object) => events.push({ ...event, index: events.length }) - 1;
  const tensor = (names: string[], event: number, leaf = false) => {
    const number = tensors.length + 1;
    const own = { id: `t${number}`, storage: `m${number}`, counter: `c${number}` };
    const facts = {
      op: event,
      shape: [],
      dtype: "float32",
      device: "cpu",
      requires_grad: true,
      is_leaf: leaf,
      version: 0,
      base: null,
      region: null,
    };
    tensors.push({ ...own, ...facts, names, line: null, event, value: null });
    return own.id;
  };
  const node = (name: string, to: readonly (string | null)[], event: number, variable: string | null = null) => {
    const id = `n${nodes.length + 1}`;
    const next_functions = to.map(target => ({ node: target, output_nr: 0 }));
    const kind = variable === null ? "function" : "accumulate_grad";
    nodes.push({ id, name, kind, next_functions, line: null, event, variable, op: event, module: null, metadata: {} });
    return id;
  };
  const w = tensor(["w"], add({ ...noOp, kind: "op", line: 1, name: "ones", inputs: [], outputs: ["t1"], iteration: 1 }), true);
  const leaf = node("AccumulateGrad", [], 0, w);
  let [h, last] = [w, leaf];
  for (let round = 1; round <= rounds; round++) {
    const ids = [`t${tensors.length + 1}`, `t${tensors.length + 2}`];
    const first = add({
      ...noOp,
      kind: "op",
      line: 3,
      name: "mul",
      inputs: [w, h],
      outputs: [ids[0]],
      iteration: round,
      rounds: [round],
      nodes: [`n${nodes.length + 1}`],
    });
    tensor([], first);
    last = node("MulBackward0", [leaf, last], first);
    const save = `s${saved.length + 1}`;
    const outer = `n${nodes.length + 1}`;
    const second = add({
      ...noOp,
      kind: "op",
      line: 3,
      name: "exp",
      inputs: [ids[0]],
      outputs: [ids[1]],
      iteration: round,
      rounds: [round],
      nodes: [outer],
      saves: [save],
    });
    h = tensor(["h"], second);
    last = node("ExpBackward0", [last], second);
    saved.push({ id: save, node: outer, attribute: "result", tensor: h, saved_version: 0, event: second, line: 3 });
    add({ kind: "bind", line: 3, name: "h", tensor: h, call: null });
    if (round !== spoilt) continue;
    const write = {
      tensor: h,
      counter: `c${tensors.length}`,
      version_before: 0,
      version_after: 1,
      via: "in_place",
      region: null,
      op: null,
      value: null,
    };
    add({
      ...noOp,
      kind: "op",
      line: 4,
      name: "add_",
      inputs: [h],
      outputs: [h],
      iteration: 1,
      rounds: [round],
      writes: [write],
      stale: [save],
    });
  }
  const rest = {
    schema_version: 2,
    id: "loop",
    code: "w\nfor\n  h\n  h.add_(1)",
    stdout: "",
    elapsed_ms: 1,
    fidelity: "equal",
    truncated: null,
    not_shown: [],
    loops: [{ file: 0, line: 2, last: 4 }],
  };
  const engine = { gradreel: "0", torch: "2", python: "3" };
  const outcome = { status: "completed", failure: null };
  return { ...rest, engine, outcome, events, tensors, nodes, saved, diagnoses: [], gradients: [] } as unknown as Run;
}
