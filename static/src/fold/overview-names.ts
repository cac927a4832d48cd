/** Names what an overview shows as one thing by what is in it: `generator, critic`, `loss`, `for t in range(5)`. */
import type { Group } from "../graph/graph";
import { keepStart } from "../graph/measure";
import { cellTitle } from "../trace/cells";
import type { OpEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { opName } from "../trace/labels";
import { lineText } from "../trace/sources";
import { firstOf, type Item } from "./overview-rows";
import type { WeightOf } from "./overview-weights";

const MAX_NAMES = 3;
const MAX_LETTERS = 24;
const MANY_CELLS = 8;
const SHORT_LETTERS = 16;

/**
 * The names of those that tell most, in order of execution, as many as there is room for; what weighs much less is left out. Where there is a
 * module, what has one comes first, nothing is called by what ops and lines beside it assign, and `…` stands for modules without room.
 */
export function rangeName(index: TraceIndex, items: readonly Item[], weightOf: WeightOf): string {
  const hasModules = items.some(holdsModule);
  const named = new Map<string, { readonly weight: number; readonly module: boolean }>();
  for (const item of items) {
    const module = holdsModule(item);
    const name = hasModules && !module && !isCalled(item) ? "" : nameOf(index, item);
    const before = named.get(name);
    const weight = Math.max(before?.weight ?? 0, weightOf(item));
    if (name !== "") named.set(name, { weight, module: module || before?.module === true });
  }
  const chosen = chosenOf([...named].map(([name, facts]) => ({ name, ...facts })));
  const isCut = [...named].some(([name, { module }]) => module && !chosen.has(name));
  return [...[...named.keys()].filter(name => chosen.has(name)), ...(isCut ? ["…"] : [])].join(", ");
}

interface Named {
  readonly name: string;
  readonly weight: number;
  readonly module: boolean;
}

function chosenOf(named: readonly Named[]): ReadonlySet<string> {
  const most = Math.max(...named.map(({ weight }) => weight));
  const chosen = new Set<string>();
  let letters = 0;
  for (const { name, weight, module } of [...named].sort((a, b) => Number(b.module) - Number(a.module) || b.weight - a.weight)) {
    letters += name.length + 2;
    const fits = letters <= MAX_LETTERS && (module || weight * 2 >= most);
    if (chosen.size > 0 && (chosen.size >= MAX_NAMES || !fits)) break;
    chosen.add(name);
  }
  return chosen;
}

function holdsModule(item: Item): boolean {
  return typeof item !== "number" && (item.kind === "module" || item.inside.some(holdsModule));
}

/** It has a name of its own in the program. */
function isCalled(item: Item): boolean {
  return typeof item !== "number" && item.kind !== "line" && item.kind !== "range";
}

/** `[3] In place`; a cell without a title is called by what is in it. Where there are many, there is room for fewer letters of each. */
export function cellName(index: TraceIndex, { label, cells, inside, first }: Group, weightOf: WeightOf, count: number): string {
  const [cell] = cells ?? [];
  const hasTitle = cell === undefined || cellTitle({ ...cell, title: null }) !== label;
  const name = hasTitle ? label : cellTitle({ ...cell, title: rangeName(index, inside.length === 0 ? [first] : inside, weightOf) });
  return count > MANY_CELLS ? keepStart(name, SHORT_LETTERS) : name;
}

/** What a program calls it: the variable that it is assigned to, the header of its loop, or the name that its box has. */
function nameOf(index: TraceIndex, item: Item): string {
  const event = index.run.events[firstOf(item)];
  const text = event === undefined ? "" : lineText(index.sources, event);
  if (typeof item === "number") {
    const op = index.opAt(item);
    return given(index, item, text) ?? (op === null ? text : opName(op));
  }
  if (item.kind === "line") return given(index, firstOf(item), item.label) ?? item.label;
  const round = item.sample ?? item;
  if (round.kind !== "iteration") return item.label;
  const header = lineText(index.sources, { line: round.line ?? null, file: event !== undefined && "file" in event ? event.file : 0 });
  return header.replace(/:$/, "");
}

/** What the line of an op assigns, if ops of the line make it: not `s` of `s = self.encoder(pad(x))`, which a module makes. */
function given(index: TraceIndex, event: number, text: string): string | null {
  const names = assigned(text);
  const op = index.opAt(event);
  if (names === null || op === null) return names;
  const found = known.get(index) ?? madeOn(index);
  known.set(index, found);
  const isMade = names.split(/, ?/).some(name => found.has(`${placeOf(op)} ${name}`));
  return isMade ? names : null;
}

const known = new WeakMap<TraceIndex, ReadonlySet<string>>();

/** For each line and call, the names of what its ops make or edit. */
function madeOn({ run, tensors }: TraceIndex): ReadonlySet<string> {
  const found = new Set<string>();
  for (const op of run.events) {
    if (op.kind !== "op") continue;
    const made = [...op.outputs, ...op.writes.map(({ tensor }) => tensor)];
    for (const id of made) for (const name of tensors.get(id)?.names ?? []) found.add(`${placeOf(op)} ${name.replace(/^self\./, "")}`);
  }
  return found;
}

function placeOf({ call, file, line }: OpEvent): string {
  return `${call}:${file}:${line}`;
}

/** `x` of `x = f(y)` and of `x += y`, `a, b` of `a, b = f(y)`; null for a line that assigns nothing. */
function assigned(text: string): string | null {
  return /^((?:[\w.]|, ?)+?) *(?:[-+*/@|&]|\*\*)?=(?!=)/.exec(text)?.[1]?.replace(/^self\./, "") ?? null;
}
