/**
 * Turns a run into its cast: which tensors appear as cards, which ops as pills, which edits as chips, and what stays off stage.
 *
 * A program says more than a viewer needs: `w.data` is a tensor of its own for one call, `nn.Linear(2, 1)` fills its weight in place
 * before anybody can see it, `print(x.sum())` computes. Such things are folded into the thing on stage that they belong to.
 */
import type { Diagnosis, OpEvent, Run, Tensor, Write } from "../contract";

/** One in-place edit that a viewer sees: it is docked as a chip on the card of `host`. */
export interface Edit {
  readonly event: number;
  readonly line: number | null;
  readonly write: Write;
  /** The tensor whose card carries the chip: the written one, or the named one that it is an alias of. */
  readonly host: string;
  /** What the chip says. */
  readonly text: string;
}

/** Edits of one tensor by one line share a chip, which counts them. */
export interface Chip {
  readonly id: string;
  readonly host: string;
  readonly line: number | null;
  readonly text: string;
  readonly kind: "edit" | "refused";
  /** In order. */
  readonly events: readonly number[];
  /** No counter that autograd checks moved. */
  readonly silent: boolean;
}

export interface Cast {
  readonly cards: ReadonlySet<string>;
  /** Events of the ops that are drawn as pills. */
  readonly pills: ReadonlySet<number>;
  readonly edits: readonly Edit[];
  readonly chips: readonly Chip[];
  readonly chipsOn: ReadonlyMap<string, readonly Chip[]>;
  /** The tensors on stage that an op edits. */
  readonly hostsOf: ReadonlyMap<number, ReadonlySet<string>>;
  /** The op that made a tensor. */
  readonly makers: ReadonlyMap<string, OpEvent>;
  /** Ops that read a tensor, in order; a tensor that is only written by an op is not read by it. */
  readonly readers: ReadonlyMap<string, readonly OpEvent[]>;
  /** The tensor whose very elements this one shows, through `detach` or `.data`; itself for most. */
  readonly twin: (tensor: string) => string;
  /** The tensor on stage that stands for this one, if any does. */
  readonly standIn: (tensor: string) => string | null;
}

/** Tensors that an op reads: its inputs without the ones that it merely overwrites. */
export function readInputs(op: OpEvent): readonly string[] {
  if (op.writes.length === 0 || !isPureEdit(op)) return op.inputs;
  const written = new Set(op.writes.map(write => write.tensor));
  return op.inputs.filter(id => !written.has(id));
}

/** An op that makes no tensor of its own and writes into one that exists. */
export function isPureEdit(op: OpEvent): boolean {
  if (op.writes.length === 0) return false;
  const known = new Set([...op.inputs, ...op.writes.map(write => write.tensor)]);
  return op.outputs.every(id => known.has(id));
}

export function castOf(run: Run): Cast {
  const ops = run.events.filter(event => event.kind === "op");
  const tensors = new Map(run.tensors.map(tensor => [tensor.id, tensor]));
  const makers = new Map<string, OpEvent>();
  const readers = new Map<string, OpEvent[]>();
  for (const op of ops) {
    for (const id of new Set(readInputs(op))) append(readers, id, op);
    for (const id of op.outputs) if (makes(op, id)) makers.set(id, op);
  }
  const alias = aliasFinder(tensors, makers);
  const edits = visibleEdits(run, ops, tensors, makers, readers, alias);
  const cards = cardsOf(run, edits, alias, makers, readers);
  const hidden = hiddenOps(ops, tensors, makers, readers, cards);
  const pills = new Set(ops.filter(op => !isPureEdit(op) && !hidden.has(op.index)).map(op => op.index));
  const busy = new Set([...edits.map(edit => edit.host), ...run.nodes.map(node => node.variable ?? "")]);
  for (const id of cards) if (!busy.has(id) && isIdle(id, tensors, makers, readers, pills)) cards.delete(id);
  const standIn = (id: string): string | null => {
    if (cards.has(id)) return id;
    const maker = makers.get(id);
    if (maker !== undefined && pills.has(maker.index)) return id;
    const other = alias(id);
    return other !== null && (cards.has(other) || makers.has(other)) ? other : null;
  };
  const twin = twinFinder(tensors, makers);
  const chips = chipsOf(run, edits, cards);
  const chipsOn = new Map<string, Chip[]>();
  for (const chip of chips) append(chipsOn, chip.host, chip);
  const hostsOf = new Map<number, Set<string>>();
  for (const { event, host } of edits) hostsOf.set(event, (hostsOf.get(event) ?? new Set()).add(host));
  return { cards, pills, edits, chips, chipsOn, hostsOf, makers, readers, twin, standIn };
}

/** The last op that hands a tensor out made it: `MyFunction.apply` and not the product inside its forward. */
function makes(op: OpEvent, id: string): boolean {
  return !op.inputs.includes(id) && op.writes.every(write => write.tensor !== id);
}

function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The nearest named tensor in the same storage, going back through the ops that made aliases; then the base; else null. */
function aliasFinder(tensors: ReadonlyMap<string, Tensor>, makers: ReadonlyMap<string, OpEvent>) {
  const owner = new Map<string, string>();
  for (const tensor of tensors.values()) {
    if (tensor.names.length > 0 && tensor.storage !== null && !owner.has(tensor.storage)) owner.set(tensor.storage, tensor.id);
  }
  return (id: string): string | null => {
    let current = tensors.get(id);
    for (let hops = 0; current !== undefined && hops < 64; hops++) {
      if (current.names.length > 0) return current.id;
      const { storage } = current;
      const source: string | undefined = makers
        .get(current.id)
        ?.inputs.find(input => storage !== null && tensors.get(input)?.storage === storage);
      if (source === undefined) break;
      current = tensors.get(source);
    }
    const storage = tensors.get(id)?.storage ?? null;
    return storage === null ? null : (owner.get(storage) ?? null);
  };
}

/** Ops whose result is the same elements in the same order. */
const sameElements: ReadonlySet<string> = new Set(["detach", "data", "alias", "view_as", "requires_grad_"]);

function twinFinder(tensors: ReadonlyMap<string, Tensor>, makers: ReadonlyMap<string, OpEvent>) {
  const twins = new Map<string, string>();
  for (const { id, storage } of tensors.values()) {
    const maker = makers.get(id);
    const source = maker?.inputs[0];
    const same = maker !== undefined && sameElements.has(maker.name) && storage !== null;
    const twin = same && source !== undefined && tensors.get(source)?.storage === storage ? twins.get(source) : id;
    twins.set(id, twin ?? id);
  }
  return (id: string) => twins.get(id) ?? id;
}

function visibleEdits(
  run: Run,
  ops: readonly OpEvent[],
  tensors: ReadonlyMap<string, Tensor>,
  makers: ReadonlyMap<string, OpEvent>,
  readers: ReadonlyMap<string, readonly OpEvent[]>,
  alias: (id: string) => string | null,
): Edit[] {
  const source = run.code.split("\n");
  const bound = firstBinds(run);
  const edits: Edit[] = [];
  for (const op of ops) {
    for (const write of op.writes) {
      const host = alias(write.tensor) ?? write.tensor;
      if (isInitialisation(op, host, tensors, makers, readers, bound)) continue;
      edits.push({ event: op.index, line: op.line, write, host, text: chipText(op, write, source) });
    }
  }
  return edits;
}

function firstBinds(run: Run): Map<string, number> {
  const bound = new Map<string, number>();
  for (const event of run.events) {
    if (event.kind === "bind" && !bound.has(event.tensor)) bound.set(event.tensor, event.index);
  }
  return bound;
}

/** A fresh tensor that is filled before it has a name or a reader: part of making it, not an edit of it. */
function isInitialisation(
  op: OpEvent,
  host: string,
  tensors: ReadonlyMap<string, Tensor>,
  makers: ReadonlyMap<string, OpEvent>,
  readers: ReadonlyMap<string, readonly OpEvent[]>,
  bound: ReadonlyMap<string, number>,
): boolean {
  if ((bound.get(host) ?? Number.POSITIVE_INFINITY) < op.index) return false;
  const maker = makers.get(host);
  if (maker !== undefined && maker.inputs.length > 0) return false;
  const { storage } = tensors.get(host) ?? {};
  const read = readers.get(host) ?? [];
  const earlier = read.some(reader => reader.index < op.index && reader.outputs.every(id => tensors.get(id)?.storage !== storage));
  return !earlier && (maker !== undefined || bound.has(host));
}

/** The line itself where the edit is written out, the operator's name where a library made it. */
function chipText(op: OpEvent, write: Write, source: readonly string[]): string {
  if (write.op !== null) return (write.op.split("::").at(-1) ?? write.op).replace(/\..*/, "");
  const line = op.line === null ? "" : (source[op.line - 1] ?? "").replace(/\s+#.*$/, "").trim();
  const written = op.module === null || op.name.startsWith("__") || line.includes(op.name);
  return written && line !== "" ? line : op.name;
}

/** What the snippet has a name for; of the attributes that a library names, those with which something happens. */
function cardsOf(
  run: Run,
  edits: readonly Edit[],
  alias: (id: string) => string | null,
  makers: ReadonlyMap<string, OpEvent>,
  readers: ReadonlyMap<string, readonly OpEvent[]>,
): Set<string> {
  const cards = new Set<string>();
  for (const { id, names } of run.tensors) {
    const own = names.some(name => !name.includes("."));
    const used = (readers.get(id) ?? []).some(reader => !isPureEdit(reader)) || (makers.get(id)?.inputs.length ?? 0) > 0;
    if (own || (names.length > 0 && used)) cards.add(id);
  }
  for (const edit of edits) cards.add(edit.host);
  for (const node of run.nodes) if (node.variable !== null) cards.add(alias(node.variable) ?? node.variable);
  for (const event of run.events) if (event.kind === "accumulate") cards.add(event.tensor);
  return cards;
}

/** A parameter that a library named and that nothing on stage touches, such as those of a layer that was only copied. */
function isIdle(
  id: string,
  tensors: ReadonlyMap<string, Tensor>,
  makers: ReadonlyMap<string, OpEvent>,
  readers: ReadonlyMap<string, readonly OpEvent[]>,
  pills: ReadonlySet<number>,
): boolean {
  if (!tensors.get(id)?.names.every(name => name.includes("."))) return false;
  const maker = makers.get(id);
  return !(maker !== undefined && pills.has(maker.index)) && !(readers.get(id) ?? []).some(op => pills.has(op.index));
}

/** Ops that hand memory to somebody whom autograd cannot watch. */
const leaks: ReadonlySet<string> = new Set(["numpy", "__dlpack__", "untyped_storage"]);

/** Ops that leave nothing to see: see the module's first lines. */
function hiddenOps(
  ops: readonly OpEvent[],
  tensors: ReadonlyMap<string, Tensor>,
  makers: ReadonlyMap<string, OpEvent>,
  readers: ReadonlyMap<string, readonly OpEvent[]>,
  cards: ReadonlySet<string>,
): Set<number> {
  const hidden = new Set<number>();
  for (let position = ops.length - 1; position >= 0; position--) {
    const op = ops[position];
    if (op === undefined || isPureEdit(op)) continue;
    const made = op.outputs.filter(id => makers.get(id) === op);
    if (made.some(id => cards.has(id))) {
      if (op.inputs.length === 0) hidden.add(op.index);
      continue;
    }
    const used = made.flatMap(id => readers.get(id) ?? []);
    const quiet = op.nodes.length === 0 && op.saves.length === 0 && !leaks.has(op.name);
    const scratch = quiet && used.every(reader => hidden.has(reader.index) || (isPureEdit(reader) && reader.line === op.line));
    const handle = made.length > 0 && used.length === 0 && made.every(id => sharesStorage(op, tensors.get(id), tensors));
    if (scratch || handle) hidden.add(op.index);
  }
  return hidden;
}

function sharesStorage(op: OpEvent, made: Tensor | undefined, tensors: ReadonlyMap<string, Tensor>): boolean {
  const storage = made?.storage ?? null;
  return storage !== null && op.inputs.some(id => tensors.get(id)?.storage === storage);
}

function chipsOf(run: Run, edits: readonly Edit[], cards: ReadonlySet<string>): Chip[] {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) append(groups, `${edit.host}:${edit.line ?? "-"}:${edit.text}`, edit);
  const chips: Chip[] = [];
  for (const [key, group] of groups) {
    const first = group[0];
    if (first === undefined) continue;
    const events = [...new Set(group.map(edit => edit.event))];
    chips.push({
      id: `edit:${key}`,
      host: first.host,
      line: first.line,
      text: first.text,
      kind: "edit",
      events,
      silent: group.some(edit => edit.write.via !== "in_place"),
    });
  }
  for (const diagnosis of run.diagnoses) {
    const refused = refusedChip(run, diagnosis, cards);
    if (refused !== null && !chips.some(chip => chip.id === refused.id)) chips.push(refused);
  }
  return chips;
}

/** An edit that PyTorch refused wrote nothing, so no event tells of it: the diagnosis does. */
function refusedChip(run: Run, diagnosis: Diagnosis, cards: ReadonlySet<string>): Chip | null {
  const { kind, tensor, line, event } = diagnosis;
  if (kind !== "leaf_in_place" && kind !== "multi_view_in_place") return null;
  if (tensor === null || event === null || !cards.has(tensor)) return null;
  const text = (run.code.split("\n")[(line ?? 1) - 1] ?? "").replace(/\s+#.*$/, "").trim();
  return { id: `refused:${tensor}:${line ?? "-"}`, host: tensor, line, text, kind: "refused", events: [event], silent: false };
}
