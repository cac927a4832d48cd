/** Finds the tensor that a name in the code stands for, in the frame that its place in the code belongs to. */
import type { EventOf } from "./contract";
import type { TraceIndex } from "./index";

type BindEvent = EventOf<"bind">;

export interface Named {
  /** The tensor that has the name after the event; null where no tensor has it. */
  readonly tensor: string | null;
  /** The first event after it at which a tensor gets the name, where none has it yet. */
  readonly later: number | null;
}

/** The lines of a function in one of the film's files, from its `def` to its end. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** Where a name is read: the file, and the functions around that place, innermost first. */
export interface NamePlace {
  readonly file: number;
  readonly functions: readonly Lines[];
}

/**
 * What the name stands for after the event `now`: in the function around it that gives it a tensor, in the frame of it that ran last;
 * else in the module. An attribute such as `self.w` is one and the same in every frame.
 */
export function namedAt(index: TraceIndex, name: string, now: number, { file, functions }: NamePlace): Named {
  const binds = index.run.events.filter((event): event is BindEvent => event.kind === "bind" && event.name === name && event.file === file);
  if (name.includes(".")) return latest(binds, now);
  for (const lines of functions) {
    const own = binds.filter(bind => bind.call !== null && isIn(bind.line, lines));
    if (own.length === 0) continue;
    const call = lastCall(index, now, file, lines);
    const inFrame = own.filter(bind => bind.call === call);
    return call === null ? latest(own, now) : latest(inFrame, now);
  }
  return latest(
    binds.filter(bind => bind.call === null),
    now,
  );
}

/** The call whose frame, of those of the function in these lines, was the last to reach a line. */
function lastCall(index: TraceIndex, now: number, file: number, lines: Lines): string | null {
  const reached = index.run.events.findLast(
    event =>
      event.index <= now &&
      (event.kind === "bind" || event.kind === "line" || event.kind === "op") &&
      event.call !== null &&
      event.file === file &&
      isIn(event.line, lines) &&
      isFunction(index, event.call),
  );
  return reached && "call" in reached ? reached.call : null;
}

function isFunction(index: TraceIndex, call: string): boolean {
  return index.run.events.some(event => event.kind === "call" && event.call === call && event.what === "function");
}

function isIn(line: number | null, { first, last }: Lines): boolean {
  return line !== null && first <= line && line <= last;
}

function latest(binds: readonly BindEvent[], now: number): Named {
  const tensor = binds.findLast(bind => bind.index <= now)?.tensor ?? null;
  return { tensor, later: tensor === null ? (binds[0]?.index ?? null) : null };
}
