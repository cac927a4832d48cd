/** For every op that an overview shows: the calls and the rounds of loops that it happened in, outermost first. */
import type { OpEvent, TraceEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { countRounds, loopsAround, type RoundCounter } from "../trace/loops";
import { type Call, functionAround } from "./call";
import { callsIn } from "./calls";

export interface PathPart {
  readonly kind: "function" | "module" | "call" | "iteration";
  /** Equal for the ops of one call, or of one round. */
  readonly key: string;
  readonly label: string;
  readonly className: string;
  /** Of a round: equal for all rounds of the loop. */
  readonly loop: string;
  /** The line of the function around it that it began at. */
  readonly line: number | null;
}

export interface PlacedOp {
  readonly op: OpEvent;
  readonly path: readonly PathPart[];
  /** False for an op that is not drawn and only makes a tensor that is. */
  readonly drawn: boolean;
}

/** Drawn ops, those that only edit what is drawn, and those that are not drawn and make it. */
export function pathsOf(index: TraceIndex): readonly PlacedOp[] {
  const { pills, hostsOf, cards } = index.visible;
  const callOf = callsIn(index.run);
  const counters = createCounters(index);
  const begun = new Map<string, number | null>();
  const found: PlacedOp[] = [];
  for (const event of index.run.events) {
    const call = callOf(event);
    counters.read(event, functionAround(call));
    if (event.kind !== "op") continue;
    const drawn = (pills.has(event.index) && !makesConstant(index, event)) || hostsOf.has(event.index);
    if (drawn || event.outputs.some(id => cards.has(id))) found.push({ op: event, path: pathOf(index, call, counters, begun), drawn });
  }
  return found;
}

/** It makes something out of nothing that another op reads, such as `torch.ones(4)` within a line. */
function makesConstant({ visible: { readers, pills, cards } }: TraceIndex, { inputs, nodes, outputs }: OpEvent): boolean {
  if (inputs.length > 0 || nodes.length > 0) return false;
  return outputs.every(id => !cards.has(id) && (readers.get(id) ?? []).some(op => pills.has(op.index)));
}

function pathOf(index: TraceIndex, innermost: Call, counters: Counters, begun: Map<string, number | null>): readonly PathPart[] {
  const calls: Call[] = [];
  for (let call: Call | null = innermost; call !== null; call = call.outer) calls.unshift(call);
  return calls
    .flatMap(call => [...callPart(index, call, counters), ...counters.rounds(call)])
    .map(part => {
      const line = begun.get(part.key) ?? part.line;
      begun.set(part.key, line);
      return { ...part, line };
    });
}

/** The program itself is no part, and the forward of a module is the module. */
function callPart(index: TraceIndex, call: Call, counters: Counters): readonly PathPart[] {
  const { what, name, outer, number } = call;
  if (outer === null || (what === "function" && (outer.what === "module" || name.startsWith("<")))) return [];
  const frame = functionAround(outer);
  const line = counters.lineIn(frame);
  const text = index.sources[counters.fileOf(frame)]?.lines[(line ?? 0) - 1] ?? "";
  const kind = what === "library" ? "call" : what;
  const className = what === "module" ? name : "";
  return [{ kind, key: `c${number}`, label: labelOf(call, text), className, loop: "", line }];
}

/** `encoder.layers.0` → `layers.0`; a library call as the program writes it: `opt.step()`. */
function labelOf({ what, name, module }: Call, text: string): string {
  const last = name.split(".").at(-1) ?? name;
  if (what === "library") return writtenCall(text, name) ?? `${name.replace(/\.__init__$/, "")}()`;
  if (what === "function") return `${last}()`;
  return /[^.]+(\.\d+)*$/.exec((module ?? "").replace(/^self(\.|$)/, ""))?.[0] ?? name;
}

/** A method with what it was called on, `opt_d.step()`; a function without its package, `clip_grad_norm_()`. */
function writtenCall(line: string, name: string): string | null {
  const pieces = name.split(".");
  const found = new RegExp(`[\\w.\\]\\[]*\\b${pieces.at(-1)?.replace(/\W/g, "")}(?=\\s*\\()`).exec(line)?.[0];
  return found === undefined ? null : `${found.split(".").slice(-pieces.length).join(".")}()`;
}

interface Counters {
  readonly read: (event: TraceEvent, frame: Call) => void;
  readonly lineIn: (frame: Call) => number | null;
  readonly fileOf: (frame: Call) => number;
  /** The rounds that are running in a call. */
  readonly rounds: (call: Call) => readonly PathPart[];
}

function createCounters({ sources }: TraceIndex): Counters {
  const around = sources.map(({ lines }) => loopsAround(lines));
  const files = new Map<Call, number>();
  const counters = new Map<Call, RoundCounter>();
  const reached = new Map<Call, number>();
  return {
    lineIn: frame => reached.get(frame) ?? null,
    fileOf: frame => files.get(frame) ?? 0,
    read: (event, frame) => {
      if ((event.kind !== "line" && event.kind !== "op") || event.line === null) return;
      const counter = counters.get(frame) ?? countRounds(around[event.file ?? 0] ?? (() => []));
      files.set(frame, event.file ?? 0);
      counters.set(frame, counter);
      counter.reach(event.line, event.kind === "line");
      reached.set(frame, event.line);
    },
    rounds: call =>
      (counters.get(call)?.rounds() ?? []).map(({ loop, entry, number }) => {
        const key = `${call.number}.${loop.header}.${entry}`;
        return { kind: "iteration", key: `i${key}.${number}`, label: `${number}`, className: "", loop: key, line: loop.header };
      }),
  };
}
