/** Names what an overview shows as one thing by what is in it: `generator, critic`, `loss`, `for t in range(5)`. */
import type { Group } from "../graph/graph";
import { keepStart } from "../graph/measure";
import { cellTitle } from "../trace/cells";
import type { TraceIndex } from "../trace/index";
import { opName } from "../trace/labels";
import { lineText } from "../trace/sources";
import { firstOf, type Item } from "./overview-rows";
import type { WeightOf } from "./overview-weights";

const MAX_NAMES = 3;
const MAX_LETTERS = 24;
const MANY_CELLS = 8;
const SHORT_LETTERS = 16;

/** The names of those that tell most, in order of execution, as many as there is room for; what weighs much less is left out. */
export function rangeName(index: TraceIndex, items: readonly Item[], weightOf: WeightOf): string {
  const weights = new Map<string, number>();
  for (const item of items) {
    const name = nameOf(index, item);
    if (name !== "") weights.set(name, Math.max(weights.get(name) ?? 0, weightOf(item)));
  }
  const most = Math.max(...weights.values());
  const chosen = new Set<string>();
  let letters = 0;
  for (const [name, weight] of [...weights].sort(([, a], [, b]) => b - a)) {
    letters += name.length + 2;
    const fits = letters <= MAX_LETTERS && weight * 2 >= most;
    if (chosen.size > 0 && (chosen.size >= MAX_NAMES || !fits)) break;
    chosen.add(name);
  }
  return [...weights.keys()].filter(name => chosen.has(name)).join(", ");
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
    return assigned(text) ?? (op === null ? text : opName(op));
  }
  if (item.kind === "line") return assigned(item.label) ?? item.label;
  const round = item.sample ?? item;
  if (round.kind !== "iteration") return item.label;
  const header = lineText(index.sources, { line: round.line ?? null, file: event !== undefined && "file" in event ? event.file : 0 });
  return header.replace(/:$/, "");
}

/** `x` of `x = f(y)` and of `x += y`, `a, b` of `a, b = f(y)`; null for a line that assigns nothing. */
function assigned(text: string): string | null {
  return /^((?:[\w.]|, ?)+?) *(?:[-+*/@|&]|\*\*)?=(?!=)/.exec(text)?.[1]?.replace(/^self\./, "") ?? null;
}
