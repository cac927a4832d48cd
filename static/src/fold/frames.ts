/**
 * Turns line events into the calls and the loop iterations in which each drawn op happened.
 *
 * The tracer records no more line events of a line that has run a hundred times, so the innermost frame is also read from the op itself:
 * its function, its line, and how often that line had begun.
 */
import type { OpEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";

export interface Frame {
  readonly function: string;
  /** Number of the call: two calls of one function differ. */
  readonly call: number;
  readonly line: number;
  /** How often the frame's line had begun in this call, from 1. */
  readonly round: number;
  /** That line begins more than once in this call. */
  readonly loops: boolean;
}

interface Call {
  readonly function: string;
  readonly number: number;
  readonly counts: Map<number, number>;
  line: number;
}

export function framesOf(index: TraceIndex): [OpEvent, Frame[]][] {
  const stack: Call[] = [];
  const found: [OpEvent, { readonly call: Call; readonly line: number; readonly round: number }[]][] = [];
  let calls = 0;
  const enter = (name: string) => stack.push({ function: name, number: ++calls, counts: new Map(), line: 0 });
  for (const event of index.run.events) {
    if (event.kind === "line" && event.line !== null) {
      while (stack.length > event.depth + 1) stack.pop();
      if (stack.length === event.depth + 1 && stack.at(-1)?.function !== event.function) stack.pop();
      while (stack.length < event.depth + 1) enter(event.function);
      begin(stack.at(-1), event.line, 1);
    } else if (event.kind === "op" && event.line !== null) {
      align(stack, event, enter);
      begin(stack.at(-1), event.line, 0, event.iteration);
      if (!index.visible.pills.has(event.index)) continue;
      found.push([event, stack.map(call => ({ call, line: call.line, round: call.counts.get(call.line) ?? 1 }))]);
    } else if (event.kind === "op" && index.visible.pills.has(event.index)) found.push([event, []]);
  }
  return found.map(([op, frames]) => [
    op,
    frames.map(({ call, line, round }) => ({
      function: call.function,
      call: call.number,
      line,
      round,
      loops: (call.counts.get(line) ?? 1) > 1,
    })),
  ]);
}

function begin(call: Call | undefined, line: number, more: number, atLeast = 0): void {
  if (call === undefined) return;
  call.line = line;
  call.counts.set(line, Math.max((call.counts.get(line) ?? 0) + more, atLeast));
}

/** Make the op's function the innermost frame; a line that runs for the first time again is a new call. */
function align(stack: Call[], op: OpEvent, enter: (name: string) => void): void {
  const depth = stack.findLastIndex(call => call.function === op.function);
  if (depth >= 0) stack.length = depth + 1;
  const top = stack.at(-1);
  if (depth < 0) enter(op.function);
  else if (op.iteration === 1 && stack.length > 1 && top !== undefined && (op.line ?? 0) < top.line) {
    stack.pop();
    enter(op.function);
  }
}
