/** For every op that an overview shows: the calls and the rounds of loops that it happened in, outermost first. */
import type { OpEvent, TraceEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { countRounds, loopsAround, type Round, type RoundCounter } from "../trace/loops";
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

const NO_PARTS: readonly PathPart[] = [];
const NO_ROUNDS: readonly Round[] = [];

/** Drawn ops, those that only edit what is drawn, and those that are not drawn and make it. */
export function pathsOf(index: TraceIndex): readonly PlacedOp[] {
  const { pills, hostsOf, cards } = index.visible;
  const callOf = callsIn(index.run);
  const counters = createCounters(index);
  const pathOf = pathFinder(index, counters);
  const found: PlacedOp[] = [];
  for (const event of index.run.events) {
    const call = callOf(event);
    counters.read(event, functionAround(call));
    if (event.kind !== "op") continue;
    const drawn = (pills.has(event.index) && !makesConstant(index, event)) || hostsOf.has(event.index);
    if (drawn || event.outputs.some(id => cards.has(id))) found.push({ op: event, path: pathOf(call), drawn });
  }
  return found;
}

/** It makes something out of nothing that another op reads, such as `torch.ones(4)` within a line. */
function makesConstant({ visible: { readers, pills, cards } }: TraceIndex, { inputs, nodes, outputs }: OpEvent): boolean {
  if (inputs.length > 0 || nodes.length > 0) return false;
  return outputs.every(id => !cards.has(id) && (readers.get(id) ?? []).some(op => pills.has(op.index)));
}

/** A path, and what it follows from: while that stays the same, so does the path. */
interface KnownPath {
  readonly outer: readonly PathPart[];
  readonly rounds: readonly Round[];
  readonly path: readonly PathPart[];
}

function pathFinder(index: TraceIndex, counters: Counters): (call: Call) => readonly PathPart[] {
  const begun = new Map<string, number | null>();
  const known = new Map<Call, KnownPath>();
  const withLine = (part: PathPart): PathPart => {
    const line = begun.get(part.key) ?? part.line;
    begun.set(part.key, line);
    return { ...part, line };
  };
  const pathIn = (call: Call, outer: readonly PathPart[]): readonly PathPart[] => {
    const rounds = counters.rounds(call);
    const before = known.get(call);
    if (before?.outer === outer && before.rounds === rounds) return before.path;
    const own = [...callPart(index, call, counters), ...rounds.map(round => roundPart(call, round))];
    const path = own.length === 0 ? outer : [...outer, ...own.map(withLine)];
    known.set(call, { outer, rounds, path });
    return path;
  };
  return innermost => {
    const calls: Call[] = [];
    for (let call: Call | null = innermost; call !== null; call = call.outer) calls.unshift(call);
    return calls.reduce((outer, call) => pathIn(call, outer), NO_PARTS);
  };
}

function roundPart({ number: call }: Call, { loop, entry, number }: Round): PathPart {
  const key = `${call}.${loop.header}.${entry}`;
  return { kind: "iteration", key: `i${key}.${number}`, label: `${number}`, className: "", loop: key, line: loop.header };
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

/** `encoder.layers.0` → `layers.0`; a library call as the program writes it: `opt.step()`; `Table.__init__` as `Table()`. */
function labelOf({ what, name, module }: Call, text: string): string {
  const [last = name, owner] = name.split(".").reverse();
  if (what === "library") return writtenCall(text, name) ?? nextOf(text, last) ?? `${name.replace(/\.__init__$/, "")}()`;
  if (what === "function") return owner === undefined || !/^__.+__$/.test(last) ? `${last}()` : `${specialName(owner, last)}()`;
  return /[^.]+(\.\d+)*$/.exec((module ?? "").replace(/^self(\.|$)/, ""))?.[0] ?? name;
}

function specialName(owner: string, method: string): string {
  return method === "__init__" ? owner : `${owner}.${method}`;
}

/** What the header of a loop takes from an iterator, `next(loader)`. */
function nextOf(header: string, method: string): string | null {
  const iterated = /^\s*(?:async\s+)?for\s.+?\sin\s+(?:enumerate\()?([\w.]+)/.exec(header.slice(0, MAX_SEARCHED_LETTERS))?.[1];
  return method !== "__next__" || iterated === undefined ? null : `next(${iterated})`;
}

/** What is searched grows with the square of a line's length. */
const MAX_SEARCHED_LETTERS = 500;

/**
 * A method with what it was called on, `opt_d.step()` or `Net().apply()`; a function without its package, `clip_grad_norm_()`. Null where the
 * line calls it on several things.
 */
function writtenCall(line: string, name: string): string | null {
  const pieces = name.split(".");
  const call = new RegExp(`(?:[\\w.\\]\\[]|\\(\\))*\\b${pieces.at(-1)?.replace(/\W/g, "")}(?=\\s*\\()`, "g");
  const found = new Set(line.slice(0, MAX_SEARCHED_LETTERS).match(call) ?? []);
  const [only] = found;
  return found.size !== 1 || only === undefined ? null : `${only.split(".").slice(-pieces.length).join(".")}()`;
}

interface Counters {
  readonly read: (event: TraceEvent, frame: Call) => void;
  readonly lineIn: (frame: Call) => number | null;
  readonly fileOf: (frame: Call) => number;
  /** The rounds that are running in a call: the same list until they change. */
  readonly rounds: (call: Call) => readonly Round[];
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
    rounds: call => counters.get(call)?.rounds() ?? NO_ROUNDS,
  };
}
