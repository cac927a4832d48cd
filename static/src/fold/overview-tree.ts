/**
 * Groups all that a program does into a tree of boxes for the overview: cells, calls, modules, rounds of loops, lines, and runs of lines.
 *
 *     outline ─▶ nested parts ─▶ freeze, from the innermost out: join single things, roll up equal ones, cut long rows into ranges
 *
 * A box is a run of ops in order of execution, so that showing it as one thing makes no cycle. No box holds more than MAX_INSIDE boxes;
 * of cells there are as many as the program has.
 */
import type { Group, GroupKind } from "../graph/graph";
import { troublesOf } from "../trace/cells";
import type { TraceIndex } from "../trace/index";
import { type Nest, type OutlinedOp, outlineOf } from "./outline";
import { type CellPart, eventOfBare, nestedByCell, type OverviewPart } from "./overview-cells";
import { contentOf, NOTHING } from "./overview-content";
import { cellName, rangeName } from "./overview-names";
import { firstOf, type GroupDraft, type Item, patternsOf, rollerOf } from "./overview-rows";
import type { WeightOf } from "./overview-weights";
import type { GroupTree } from "./tree";

type Pending = Nest<OverviewPart>;

export function overviewTree(index: TraceIndex, weightOf: WeightOf): GroupTree {
  const { hostsOf } = index.visible;
  const shown = outlineOf(index).filter(({ op }) => hostsOf.has(op.index) || !makesConstant(index, op));
  const top = nestedByCell(index, shown);
  const builder = createBuilder(index);
  const roots = builder.row(top.inside, top.quiet);
  const { groupOf, ...tree } = collected(index, roots, weightOf);
  return { ...tree, groupOf: new Map([...groupOf, ...builder.quiet]), ops: shown.filter(({ drawn }) => drawn).length };
}

/** It makes something out of nothing that another op reads, such as `torch.ones(4)` within a line. */
function makesConstant({ visible: { readers, pills, cards } }: TraceIndex, { inputs, nodes, outputs }: OutlinedOp["op"]): boolean {
  if (inputs.length > 0 || nodes.length > 0) return false;
  return outputs.every(id => !cards.has(id) && (readers.get(id) ?? []).some(op => pills.has(op.index)));
}

interface Builder {
  /** What a row of pending things becomes; ops inside that are not drawn, and have no group of their own, are added to `quiet`. */
  readonly row: (inside: Pending["inside"], quiet: number[]) => Item[];
  /** The groups of ops that are not drawn. */
  readonly quiet: ReadonlyMap<number, Group>;
}

function createBuilder(index: TraceIndex): Builder {
  let made = 0;
  const short = shortPatterns();
  const rolling = rollerOf(index, (kind, label, inside, pattern) => newGroup(++made, kind, label, inside, short(pattern), index));
  const quiet = new Map<number, Group>();
  const row = (inside: Pending["inside"], bare: number[]): Item[] =>
    rolling(inside.flatMap(item => (typeof item === "number" ? item : freeze(item, bare))));
  const freeze = (pending: Pending, bare: number[]): Item[] => {
    const { part } = pending;
    const items = row(pending.inside, pending.quiet);
    if (part?.kind === "cell") {
      const group = cellGroup(++made, part, items, pending.quiet, index);
      for (const event of pending.quiet) quiet.set(event, group);
      return [group];
    }
    const [only] = items;
    if (only === undefined || (items.length === 1 && !keepsOne(part?.kind ?? "function", only, index))) {
      bare.push(...pending.quiet);
      return items;
    }
    const { kind = "function", written: label = "", className = "", loop = "", line = null } = part ?? {};
    const own = typeof only === "object" && items.length === 1 && absorbs(kind, only) ? only.inside : items;
    const pattern = kind === "iteration" ? loop : `${kind} ${className || label}(${kind === "call" ? "" : patternsOf(index, own)})`;
    const group = newGroup(++made, kind, label, own, short(pattern), index);
    group.line = line;
    group.content = { ...NOTHING, className };
    for (const event of pending.quiet) quiet.set(event, group);
    return [group];
  };
  return { row, quiet };
}

/** A number for each pattern, so that one of many groups within each other stays short. */
function shortPatterns(): (pattern: string) => string {
  const known = new Map<string, string>();
  return pattern => {
    const found = known.get(pattern) ?? `#${known.size + 1}`;
    known.set(pattern, found);
    return found;
  };
}

/** A module hides its parameters, and a library call what it edits, also where there is one thing in it. */
function keepsOne(kind: GroupKind, only: Item, index: TraceIndex): boolean {
  return kind === "module" || (kind === "call" && (typeof only !== "number" || index.visible.hostsOf.has(only)));
}

/** A module that holds one module shows what is in that. */
function absorbs(kind: GroupKind, { kind: inner }: Group): boolean {
  return kind === "module" && inner === "module";
}

/** A cell with a single thing in it, or nothing that is drawn, is a thing as well. */
function cellGroup(id: number, { cell, label }: CellPart, items: readonly Item[], quiet: readonly number[], index: TraceIndex): GroupDraft {
  const group = newGroup(id, "cell", label, items, `cell ${cell.index}`, index);
  if (items.length === 0) group.first = eventOfBare(cell, quiet);
  group.cells = [cell];
  group.troubles = troublesOf(index.run, [cell]);
  group.content = { ...NOTHING, tensors: quiet.flatMap(event => index.opAt(event)?.outputs ?? []).length };
  return group;
}

function newGroup(id: number, kind: GroupKind, label: string, inside: readonly Item[], pattern: string, index: TraceIndex): GroupDraft {
  const [head] = inside;
  return {
    id: `g:o${id}`,
    kind,
    label,
    outer: null,
    inside,
    first: head === undefined ? 0 : firstOf(head),
    ops: inside.reduce<number>((total, item) => total + (typeof item === "number" ? Number(index.visible.pills.has(item)) : item.ops), 0),
    pattern,
    depth: 0,
  };
}

/** Sets what depends on the whole: what is around each group, what it holds, how a range is called, and the innermost group of each op. */
function collected(index: TraceIndex, roots: readonly Item[], weightOf: WeightOf): Omit<GroupTree, "ops"> {
  const groups = new Map<string, Group>();
  const groupOf = new Map<number, Group>();
  const waiting: GroupDraft[] = roots.filter(item => typeof item !== "number");
  for (const group of waiting) {
    groups.set(group.id, group);
    for (const item of group.inside) {
      if (typeof item === "number") groupOf.set(item, group);
      else waiting.push(Object.assign(item, { outer: group, depth: group.depth + 1 }));
    }
  }
  for (const [group, content] of contentOf(index, groupOf)) Object.assign(group, { content });
  // What is in a range comes after it.
  for (const group of waiting.toReversed()) {
    if (group.kind === "range") group.label = rangeName(index, group.inside, weightOf);
    if (group.kind === "cell") group.label = cellName(index, group, weightOf, roots.length);
  }
  return { roots, groups, groupOf };
}
