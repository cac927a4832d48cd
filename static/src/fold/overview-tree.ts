/**
 * Groups all that a program does into a tree of boxes for the overview: calls, modules, rounds of loops, lines, and runs of lines.
 *
 *     outline ─▶ nested parts ─▶ freeze, from the innermost out: join single things, roll up equal ones, cut long rows into ranges
 *
 * A box is a run of ops in order of execution, so that showing it as one thing makes no cycle. No box holds more than MAX_INSIDE boxes.
 */
import type { Group, GroupKind } from "../graph/graph";
import type { TraceIndex } from "../trace/index";
import { type Nest, nested, type OutlinedOp, type OutlinePart, outlineOf } from "./outline";
import { contentOf } from "./overview-content";
import { rangeName } from "./overview-names";
import { firstOf, type GroupDraft, type Item, patternOf, rollerOf } from "./overview-rows";
import type { WeightOf } from "./overview-weights";
import type { GroupTree } from "./tree";

type Pending = Nest<OutlinePart>;

export function overviewTree(index: TraceIndex, weightOf: WeightOf): GroupTree {
  const { hostsOf } = index.visible;
  const shown = outlineOf(index).filter(({ op }) => hostsOf.has(op.index) || !makesConstant(index, op));
  const top = nested(shown);
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
  const rolling = rollerOf(index, (kind, label, inside, pattern) => newGroup(++made, kind, label, inside, pattern, index));
  const quiet = new Map<number, Group>();
  const row = (inside: Pending["inside"], bare: number[]): Item[] =>
    rolling(inside.flatMap(item => (typeof item === "number" ? item : freeze(item, bare))));
  const freeze = (pending: Pending, bare: number[]): Item[] => {
    const { part } = pending;
    const items = row(pending.inside, pending.quiet);
    const [only] = items;
    if (only === undefined || (items.length === 1 && !keepsOne(part?.kind ?? "function", only, index))) {
      bare.push(...pending.quiet);
      return items;
    }
    const { kind = "function", written: label = "", className = "", loop = "", line = null } = part ?? {};
    const own = typeof only === "object" && items.length === 1 && absorbs(kind, only) ? only.inside : items;
    const pattern = kind === "iteration" ? loop : `${kind} ${className || label}(${kind === "call" ? "" : patternsOf(index, own)})`;
    const group = newGroup(++made, kind, label, own, pattern, index);
    group.line = line;
    group.content = { className, parameters: 0, edited: 0, editedParameters: 0, tensors: 0 };
    for (const event of pending.quiet) quiet.set(event, group);
    return [group];
  };
  return { row, quiet };
}

/** A module hides its parameters, and a library call what it edits, also where there is one thing in it. */
function keepsOne(kind: GroupKind, only: Item, index: TraceIndex): boolean {
  return kind === "module" || (kind === "call" && (typeof only !== "number" || index.visible.hostsOf.has(only)));
}

/** A module that holds one module shows what is in that. */
function absorbs(kind: GroupKind, { kind: inner }: Group): boolean {
  return kind === "module" && inner === "module";
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

function patternsOf(index: TraceIndex, items: readonly Item[]): string {
  return items
    .map(item => patternOf(index, item))
    .join(" ")
    .slice(0, 400);
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
  for (const group of waiting.toReversed()) if (group.kind === "range") group.label = rangeName(index, group.inside, weightOf);
  return { roots, groups, groupOf };
}
