/** Makes a row of boxes short: equal ones in a row become one, the ops of a line become one, and what is still long is cut into ranges. */
import type { Group, GroupKind } from "../graph/graph";
import type { TraceIndex } from "../trace/index";
import { opName } from "../trace/labels";
import { lineText } from "../trace/sources";

/** A group, or the event of an op. */
export type Item = Group | number;
/** A group that is being made. */
export type GroupDraft = { -readonly [Key in keyof Group]: Group[Key] };

export const MAX_INSIDE = 16;
/** Fewer equal things in a row are shown one by one. */
const MIN_ROLLED = 3;

export function firstOf(item: Item): number {
  return typeof item === "number" ? item : item.first;
}

export function lastOf(item: Item): number {
  let last = item;
  for (; typeof last !== "number"; last = last.inside.at(-1) ?? last.first);
  return last;
}

export function patternOf(index: TraceIndex, item: Item): string {
  if (typeof item !== "number") return item.pattern;
  const op = index.opAt(item);
  return op === null ? "" : `${opName(op)}@${op.file}:${op.line}`;
}

/** Equal for rows in which the same happens. */
export function patternsOf(index: TraceIndex, items: readonly Item[]): string {
  return items.map(item => patternOf(index, item)).join(" ");
}

type Make = (kind: GroupKind, label: string, inside: readonly Item[], pattern: string) => GroupDraft;

/** Makes a row of things short: lines where there are many, equal things in a row as one, and ranges where there are still many. */
export function rollerOf(index: TraceIndex, make: Make): (items: readonly Item[]) => Item[] {
  const incidents = incidentsOf(index);
  const { lineOf, rollOf, inRanges } = rangesOf(index, make);
  const textOf = (item: Item) => lineText(index.sources, index.run.events[firstOf(item)] ?? { line: null });
  const placeOf = (item: Item) => `${index.run.events[firstOf(item)]?.file ?? 0}:${lineOf(item)}`;
  const byLine = (items: readonly Item[]): Item[] =>
    runsOf(items, item => (typeof item === "number" ? placeOf(item) : item.id)).flatMap(run => {
      if (run.length < 2) return run;
      return [lineOfCode(run, run)];
    });
  const lineOfCode = (run: readonly Item[], inside: readonly Item[]): Group => {
    const [head] = run as [Item];
    return make("line", textOf(head), inside, `line ${placeOf(head)}(${patternsOf(index, inside)})`);
  };
  /** What a line computes in several ops is one thing, where it calls nothing of the program. */
  const joinLines = (items: readonly Item[]): Item[] => {
    const joined = runsOf(items, item => (typeof item === "number" || item.kind === "line" ? placeOf(item) : item.id));
    // A row of a single line is that line already.
    if (joined.length === 1) return [...items];
    return joined.flatMap(run => {
      const isLong = run.length >= MIN_ROLLED || run.some(item => typeof item !== "number");
      if (run.length < 2 || !isLong) return run;
      const inside = run.flatMap(item => (typeof item === "number" || item.kind !== "line" ? [item] : item.inside));
      return [lineOfCode(run, inRanges(inside))];
    });
  };
  const rollUp = (items: readonly Item[]): Item[] =>
    runsOf(items, (item, at) => (holds(item, incidents) ? `! ${at}` : rolledAs(index, item))).flatMap(run => {
      if (run.length < MIN_ROLLED) return run;
      const [head, tail] = [run[0] as Item, run.at(-1) as Item];
      if (typeof head === "number" || typeof tail === "number") return [lineOfCode(run, inRanges(run))];
      const middle = run.length < 4 ? run.slice(1, -1) : [roll(run.slice(1, -1) as Group[], "middle")];
      return [rollOf(run as Group[], [head, ...middle, tail])];
    });
  const roll = (members: readonly Group[], what: string): Group => rollOf(members, inRanges(members), what);
  return items => {
    // A cell is told from all others, however many there are.
    if (items.some(item => typeof item !== "number" && item.kind === "cell")) return [...items];
    const rolled = joinLines(rollUp(items));
    const short = rolled.length <= MAX_INSIDE ? rolled : rollUp(byLine(rolled));
    return [...inRanges(short)];
  };
}

interface Ranges {
  readonly lineOf: (item: Item) => number | null;
  readonly rollOf: (members: readonly Group[], inside: readonly Item[], what?: string) => Group;
  /** A row of at most MAX_INSIDE things. */
  readonly inRanges: (items: readonly Item[]) => readonly Item[];
}

function rangesOf(index: TraceIndex, make: Make): Ranges {
  const lineOf = (item: Item) => index.run.events[firstOf(item)]?.line ?? null;
  const rollOf = (members: readonly Group[], inside: readonly Item[], what = ""): Group => {
    const [first, last] = [members[0] as Group, members.at(-1) as Group];
    const count = members.reduce((total, member) => total + (member.members ?? 1), 0);
    const group = make("roll", rangeLabel(first.label, last.label), inside, `roll ${what} ${count} ${first.pattern}`);
    group.members = count;
    group.sample = first.sample ?? first;
    group.mixed = members.some(member => member.mixed || insideOf(member) !== insideOf(first));
    return group;
  };
  const insideOf = (member: Group): string => patternsOf(index, (member.sample ?? member).inside);
  const shownLine = (item: Item): number | null =>
    typeof item === "number" ? lineOf(item) : (item.line ?? shownLine(item.inside[0] ?? item.first));
  const inRanges = (items: readonly Item[]): readonly Item[] => {
    let parts = items;
    while (parts.length > MAX_INSIDE) {
      const size = Math.max(2, Math.min(MAX_INSIDE, Math.ceil(parts.length / MAX_INSIDE)));
      parts = Array.from({ length: Math.ceil(parts.length / size) }, (_, at) => rangeOf(parts.slice(at * size, (at + 1) * size)));
    }
    return parts;
  };
  const rangeOf = (items: readonly Item[]): Item => {
    const [head, tail] = [items[0] as Item, items.at(-1) as Item];
    if (items.length === 1) return head;
    const groups = items.filter(item => typeof item !== "number");
    const kind = typeof head === "number" ? null : (head.sample ?? head).kind;
    const areEqual = groups.length === items.length && groups.every(group => rolledAs(index, group) === rolledAs(index, head));
    if (areEqual && (kind === "iteration" || kind === "module")) return rollOf(groups, items, "range");
    const range = make("range", "", items, `range(${patternsOf(index, items)})`);
    return Object.assign(range, { lines: linesLabel([shownLine(head), shownLine(tail)]) });
  };
  return { lineOf, rollOf, inRanges };
}

/** Neighbours that have this in common may be one: they do the same, and modules are called the same but for a number at the end. */
function rolledAs(index: TraceIndex, item: Item): string {
  if (typeof item === "number") return patternOf(index, item);
  const { kind, label, pattern } = item.sample ?? item;
  return kind === "module" ? `${label.replace(/\d+$/, "")} ${pattern}` : pattern;
}

/** `3 – 12`, the first and the last line of what is inside. */
export function linesLabel(lines: readonly (number | null)[]): string {
  const known = lines.filter(line => line !== null && line > 0) as readonly number[];
  const [first, last] = [Math.min(...known), Math.max(...known)];
  return known.length === 0 ? "" : first === last ? `${first}` : `${first} – ${last}`;
}

/** Neighbours with the same key. */
function runsOf<Item>(items: readonly Item[], keyOf: (item: Item, at: number) => string): Item[][] {
  const runs: { readonly key: string; readonly items: Item[] }[] = [];
  for (const [at, item] of items.entries()) {
    const key = keyOf(item, at);
    const last = runs.at(-1);
    if (last?.key === key) last.items.push(item);
    else runs.push({ key, items: [item] });
  }
  return runs.map(run => run.items);
}

/** `blocks.1`, `blocks.4` → `blocks.1 – 4`. */
function rangeLabel(first: string, last: string): string {
  const tail = /\d+$/.exec(last)?.[0];
  const head = first.replace(/ – \d+$/, "");
  return tail === undefined || head === last ? head : `${head} – ${tail}`;
}

function holds(item: Item, events: ReadonlySet<number>): boolean {
  if (typeof item === "number") return events.has(item);
  return item.inside.some(inner => holds(inner, events));
}

/** Ops that saved what became stale, edits that made it so, and where the program raised: what holds one is shown by itself. */
function incidentsOf(index: TraceIndex): ReadonlySet<number> {
  const events = new Set<number>();
  for (const [id, edit] of index.timelines.staleAt) events.add(edit).add(index.saved.get(id)?.event ?? -1);
  for (const { saved, severity, event, edit_event } of index.run.diagnoses) {
    if (severity === "note") continue;
    for (const each of [event, edit_event, index.saved.get(saved ?? "")?.event]) if (each != null) events.add(each);
  }
  return events;
}
