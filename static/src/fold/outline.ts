/**
 * The outline of a program: for every op that is drawn the calls and the rounds of loops that it happened in, from the outside in.
 *
 * Story, overview and everything are views of it: each groups ops by what is around them, and shows more or less of that.
 */
import type { OpEvent, TraceEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { type Round, roundKey, roundsIn } from "../trace/loops";
import { type Call, functionAround } from "./call";
import { labelOf, writtenLabel } from "./call-names";
import { createCalls } from "./calls";

/** A call of a function, a module or a library function, or a round of a loop. */
export interface OutlinePart {
  readonly kind: "function" | "module" | "call" | "iteration";
  /** Equal for the ops of one call, or of one round. */
  readonly key: string;
  /** A library call has the name of what is called, `SGD.step`; in the program it may be written otherwise: `opt.step()`. */
  readonly label: string;
  readonly written: string;
  /** Of a module. */
  readonly className: string;
  /** Of a round: equal for all rounds of the loop. */
  readonly loop: string;
  /** The line of the function around it that it began at. */
  readonly line: number | null;
}

export interface OutlinedOp {
  readonly op: OpEvent;
  readonly path: readonly OutlinePart[];
  /** The innermost call that it happened in. */
  readonly call: Call;
  /** False for an op that is not drawn and only makes a tensor that is. */
  readonly drawn: boolean;
}

/** Drawn ops, those that only edit what is drawn, and those that are not drawn and make it. */
export type Outline = readonly OutlinedOp[];

/** Ops, by their events, nested as their paths are; the outermost has no part. */
export interface Nest<Part> {
  readonly part: Part | null;
  readonly inside: (Nest<Part> | number)[];
  /** Ops that are not drawn. */
  readonly quiet: number[];
}

const NO_PARTS: readonly OutlinePart[] = [];
const NO_ROUNDS: readonly Round[] = [];

const known = new WeakMap<TraceIndex, Outline>();

export function outlineOf(index: TraceIndex): Outline {
  const found = known.get(index) ?? makeOutline(index);
  known.set(index, found);
  return found;
}

function makeOutline(index: TraceIndex): Outline {
  const { pills, hostsOf, cards } = index.visible;
  const callOf = createCalls();
  const counters = createCounters(index);
  const pathOf = pathFinder(index, counters);
  const ops: OutlinedOp[] = [];
  for (const event of index.run.events) {
    const call = callOf(event);
    counters.read(event, functionAround(event.kind === "call" ? (call.outer ?? call) : call));
    if (event.kind !== "op") continue;
    const drawn = pills.has(event.index) || hostsOf.has(event.index);
    if (drawn || event.outputs.some(id => cards.has(id))) ops.push({ op: event, path: pathOf(call), call, drawn });
  }
  return withoutSingleRounds(ops);
}

/** Nest ops: those that have the first parts of their paths in common are together, as long as no other comes between them. */
export function nested<Part extends { readonly key: string }>(
  ops: Iterable<{ readonly op: OpEvent; readonly path: readonly Part[]; readonly drawn: boolean }>,
): Nest<Part> {
  const top: Nest<Part> = { part: null, inside: [], quiet: [] };
  const stack = [top];
  for (const { op, path, drawn } of ops) {
    let depth = 0;
    while (depth < path.length && stack[depth + 1]?.part?.key === path[depth]?.key) depth++;
    stack.length = depth + 1;
    for (const part of path.slice(depth)) {
      const nest: Nest<Part> = { part, inside: [], quiet: [] };
      stack.at(-1)?.inside.push(nest);
      stack.push(nest);
    }
    stack.at(-1)?.[drawn ? "inside" : "quiet"].push(op.index);
  }
  return top;
}

/** A loop of one round is no loop. */
function withoutSingleRounds(ops: Outline): Outline {
  const rounds = new Map<string, Set<string>>();
  const paths = new Map(ops.map(({ path }) => [path, path]));
  for (const path of paths.keys())
    for (const { loop, key } of path) if (loop !== "") rounds.set(loop, (rounds.get(loop) ?? new Set()).add(key));
  for (const path of paths.keys()) {
    const kept = path.filter(({ loop }) => loop === "" || (rounds.get(loop)?.size ?? 0) > 1);
    if (kept.length < path.length) paths.set(path, kept);
  }
  return ops.map(placed => ({ ...placed, path: paths.get(placed.path) ?? placed.path }));
}

/** A path, and what it follows from: while that stays the same, so does the path. */
interface KnownPath {
  readonly outer: readonly OutlinePart[];
  readonly rounds: readonly Round[];
  readonly path: readonly OutlinePart[];
}

function pathFinder(index: TraceIndex, counters: Counters): (call: Call) => readonly OutlinePart[] {
  const begun = new Map<string, number | null>();
  const known = new Map<Call, KnownPath>();
  const withLine = (part: OutlinePart): OutlinePart => {
    const line = begun.get(part.key) ?? part.line;
    begun.set(part.key, line);
    return { ...part, line };
  };
  const pathIn = (call: Call, outer: readonly OutlinePart[]): readonly OutlinePart[] => {
    const rounds = counters.rounds(call);
    const before = known.get(call);
    if (before?.outer === outer && before.rounds === rounds) return before.path;
    const own = [...callPart(index, call, counters), ...rounds.map((_, depth) => roundPart(call, rounds.slice(0, depth + 1)))];
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

/** The innermost of these rounds, given with those around it. */
function roundPart({ number: call }: Call, rounds: readonly Round[]): OutlinePart {
  const { loop, number } = rounds.at(-1) as Round;
  const key = `${call}.${roundKey(rounds.slice(0, -1))}.${loop.line}`;
  const label = `${number}`;
  return { kind: "iteration", key: `i${key}.${number}`, label, written: label, className: "", loop: key, line: loop.line };
}

/** The program itself is no part, and the forward of a module is the module. */
function callPart(index: TraceIndex, call: Call, counters: Counters): readonly OutlinePart[] {
  const { what, name, outer, number } = call;
  const [last = name] = name.split(".").reverse();
  if (outer === null || (what === "function" && (outer.what === "module" || last.startsWith("<")))) return [];
  const frame = functionAround(outer);
  const line = counters.lineIn(frame);
  const text = index.sources[counters.fileOf(frame)]?.lines[(line ?? 0) - 1] ?? "";
  const kind = what === "library" ? "call" : what;
  const className = what === "module" ? name : "";
  return [{ kind, key: `c${number}`, label: labelOf(call), written: writtenLabel(call, text), className, loop: "", line }];
}

interface Counters {
  readonly read: (event: TraceEvent, frame: Call) => void;
  readonly lineIn: (frame: Call) => number | null;
  readonly fileOf: (frame: Call) => number;
  /** The rounds that are running in a call: the same list until they change. */
  readonly rounds: (call: Call) => readonly Round[];
}

function createCounters({ run }: TraceIndex): Counters {
  const roundsAt = roundsIn(run);
  const files = new Map<Call, number>();
  const running = new Map<Call, readonly Round[]>();
  const reached = new Map<Call, number>();
  return {
    lineIn: frame => reached.get(frame) ?? null,
    fileOf: frame => files.get(frame) ?? 0,
    read: (event, frame) => {
      if ((event.kind !== "line" && event.kind !== "op" && event.kind !== "call") || event.line === null) return;
      const rounds = roundsAt(event);
      files.set(frame, event.file);
      if (roundKey(rounds) !== roundKey(running.get(frame) ?? NO_ROUNDS)) running.set(frame, rounds);
      reached.set(frame, event.line);
    },
    rounds: call => running.get(call) ?? NO_ROUNDS,
  };
}
