/** Says which rounds of loops an event is in. The trace states the loops of the program, and of each event the numbers of its rounds. */
import type { EventOf, Loop, Run } from "./contract";

/** A round of a loop that is running. */
export interface Round {
  readonly loop: Loop;
  /** From 1. */
  readonly number: number;
}

/** Events that state the rounds that they are in; a call those of where it was made. */
export type PlacedEvent = EventOf<"line"> | EventOf<"op"> | EventOf<"call">;

/** The rounds around an event in its function, outermost first. */
export type RoundsAt = (event: PlacedEvent) => readonly Round[];

const NO_LOOPS: readonly Loop[] = [];
const NO_ROUNDS: readonly Round[] = [];

export function roundsIn({ loops }: Pick<Run, "loops">): RoundsAt {
  const known = new Map<string, readonly Loop[]>();
  const around = (file: number, line: number) => {
    const key = `${file}:${line}`;
    const found = known.get(key) ?? (loops ?? NO_LOOPS).filter(loop => loop.file === file && loop.line <= line && line <= loop.last);
    known.set(key, found);
    return found;
  };
  return ({ file, line, rounds }) => {
    if (rounds.length === 0 || line === null) return NO_ROUNDS;
    // Loops further out are those around the function's definition.
    const innermost = around(file, line).slice(-rounds.length);
    return innermost.map((loop, at) => ({ loop, number: rounds[at] ?? 1 }));
  };
}

/** Tells one round of a loop from all others in one call of its function. */
export function roundKey(rounds: readonly Round[]): string {
  return rounds.map(({ loop, number }) => `${loop.line}.${number}`).join(" ");
}
