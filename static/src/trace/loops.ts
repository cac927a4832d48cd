/**
 * Finds the loops of a program from the indentation of its lines, and counts their rounds while events are read in order.
 *
 * The line of a `for` or `while` begins once per round, and once more when the loop is left. The tracer records no more line events of a
 * line that has begun many times: from then on a round begins where a line of the body comes after a later one.
 */

/** Lines of a loop, from its `for` or `while` to the last line of its body. */
export interface Loop {
  readonly header: number;
  readonly last: number;
}

/** A round of a loop that is running. */
export interface Round {
  readonly loop: Loop;
  /** How often the loop has been entered, from 1. */
  readonly entry: number;
  /** From 1. */
  readonly number: number;
}

/** The loops around a line, outermost first; a header belongs to its own loop. */
export type LoopsAround = (line: number) => readonly Loop[];

const HEADER = /^\s*(?:async\s+)?(?:for|while)\b/;

export function loopsAround(lines: readonly string[]): LoopsAround {
  const around: Loop[][] = lines.map(() => []);
  lines.forEach((text, at) => {
    if (!HEADER.test(text)) return;
    const loop = { header: at + 1, last: lastLineOf(lines, at) };
    for (let line = at; line < loop.last; line++) around[line]?.push(loop);
  });
  return line => around[line - 1] ?? [];
}

/** The last line of the block that a line opens; blank lines and comments belong to it where more of it follows. */
function lastLineOf(lines: readonly string[], header: number): number {
  const own = indentOf(lines[header] ?? "");
  let last = header + 1;
  for (let at = header + 1; at < lines.length; at++) {
    const text = lines[at] ?? "";
    if (/^\s*(#|$)/.test(text)) continue;
    if (indentOf(text) <= own && !/^\s*[)\]}]/.test(text)) break;
    last = at + 1;
  }
  return last;
}

function indentOf(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].replaceAll("\t", "        ").length ?? 0;
}

interface Running {
  readonly loop: Loop;
  readonly entry: number;
  number: number;
  /** The line of its body that was reached last, the header of a loop inside standing for all of it; 0 right after its own header. */
  at: number;
}

/** The rounds of the loops in one call of a function. */
export interface RoundCounter {
  /** A line has begun; `isRecorded` is false where only an op says so, which may be still the same beginning of the line. */
  readonly reach: (line: number, isRecorded: boolean) => void;
  /** The rounds that are running, outermost first. */
  readonly rounds: () => readonly Round[];
}

/** So often the tracer records that a line begins. */
const MAX_RECORDED_LINES = 100;

export function countRounds(around: LoopsAround): RoundCounter {
  let running: readonly Running[] = [];
  let rounds: readonly Round[] = [];
  const entries = new Map<Loop, number>();
  const begun = new Map<Loop, number>();
  const enter = (loop: Loop): Running => {
    const entry = (entries.get(loop) ?? 0) + 1;
    entries.set(loop, entry);
    return { loop, entry, number: 1, at: 0 };
  };
  const isNext = ({ loop, at }: Running, place: number, isRecorded: boolean) => {
    if (place === loop.header) return isRecorded && at > 0;
    const count = begun.get(loop) ?? 0;
    return !isRecorded && (count === 0 || count >= MAX_RECORDED_LINES) && place < at;
  };
  return {
    rounds: () => rounds,
    reach: (line, isRecorded) => {
      const wanted = around(line);
      if (isRecorded) for (const loop of wanted) if (loop.header === line) begun.set(loop, (begun.get(loop) ?? 0) + 1);
      const places = wanted.map((_, depth) => wanted[depth + 1]?.header ?? line);
      const known = running.filter(({ loop }, depth) => loop === wanted[depth]);
      const next = known.findIndex((each, depth) => isNext(each, places[depth] ?? line, isRecorded));
      const kept = next < 0 ? known : known.slice(0, next + 1);
      const changed = next >= 0 || kept.length !== running.length || kept.length !== wanted.length;
      const again = next < 0 ? undefined : kept[next];
      if (again !== undefined) again.number++;
      running = [...kept, ...wanted.slice(kept.length).map(enter)];
      for (const [depth, each] of running.entries()) each.at = places[depth] === each.loop.header ? 0 : (places[depth] ?? line);
      if (changed) rounds = running.map(({ loop, entry, number }) => ({ loop, entry, number }));
    },
  };
}
