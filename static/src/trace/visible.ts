/**
 * Decides what of a run is drawn: which tensors are cards, which ops are pills, which edits are chips, and what is left out.
 *
 * A run holds more than a reader needs: `w.data` is a tensor of its own for one call, `nn.Linear(2, 1)` fills its weight in place
 * before it has a name, `print(x.sum())` computes. Such things are shown at the visible thing that they belong to.
 */

import { append } from "./collections";
import type { Run } from "./contract";
import { type Chip, chipsOf, type Edit, visibleEdits } from "./edits";
import { aliasFinder, type Flow, flowOf, isPureEdit } from "./flow";
import { hiddenOps, isIdle, isUnread, tensorsBoundInBackward } from "./hidden";

export interface VisibleThings {
  readonly cards: ReadonlySet<string>;
  /** Events of the ops that are drawn as pills. */
  readonly pills: ReadonlySet<number>;
  readonly edits: readonly Edit[];
  readonly chips: readonly Chip[];
  readonly chipsOn: ReadonlyMap<string, readonly Chip[]>;
  /** The visible tensors that an op edits. */
  readonly hostsOf: ReadonlyMap<number, ReadonlySet<string>>;
  readonly makers: Flow["makers"];
  readonly readers: Flow["readers"];
  /** The visible tensor that stands for this one, if any does. */
  readonly shownAs: (tensor: string) => string | null;
}

export function findVisible(run: Run): VisibleThings {
  const flow = flowOf(run);
  const { ops, makers, readers } = flow;
  const alias = aliasFinder(flow);
  const edits = visibleEdits(run, flow, alias);
  const cards = cardsOf(run, edits, alias, flow);
  const hidden = hiddenOps(flow, cards);
  const pills = new Set(ops.filter(op => !isPureEdit(op) && !hidden.has(op.index)).map(op => op.index));
  const busy = new Set([...edits.map(edit => edit.host), ...run.nodes.map(node => node.variable ?? "")]);
  const boundInBackward = tensorsBoundInBackward(run);
  for (const id of cards) if (!busy.has(id) && (boundInBackward.has(id) ? isUnread : isIdle)(id, flow, pills)) cards.delete(id);
  const shownAs = (id: string): string | null => {
    if (cards.has(id)) return id;
    const maker = makers.get(id);
    if (maker !== undefined && pills.has(maker.index)) return id;
    const other = alias(id);
    return other !== null && (cards.has(other) || makers.has(other)) ? other : null;
  };
  const chips = chipsOf(run, edits, cards);
  const chipsOn = new Map<string, Chip[]>();
  for (const chip of chips) append(chipsOn, chip.host, chip);
  const hostsOf = new Map<number, Set<string>>();
  for (const { event, host } of edits) hostsOf.set(event, (hostsOf.get(event) ?? new Set()).add(host));
  return { cards, pills, edits, chips, chipsOn, hostsOf, makers, readers, shownAs };
}

/** Tensors that the snippet names; of the attributes that a library names, those that are used. */
function cardsOf(run: Run, edits: readonly Edit[], alias: (id: string) => string | null, { makers, readers }: Flow): Set<string> {
  const cards = new Set<string>();
  for (const { id, names } of run.tensors) {
    const own = names.some(name => !name.includes("."));
    const used = (readers.get(id) ?? []).some(reader => !isPureEdit(reader)) || (makers.get(id)?.inputs.length ?? 0) > 0;
    if (own || (names.length > 0 && used)) cards.add(id);
  }
  for (const edit of edits) cards.add(edit.host);
  for (const node of run.nodes) if (node.variable !== null) cards.add(alias(node.variable) ?? node.variable);
  for (const event of run.events) if (event.kind === "accumulate") cards.add(event.tensor);
  // A film that was edited by hand may mention tensors that it does not have.
  const known = new Set(run.tensors.map(({ id }) => id));
  for (const id of cards) if (!known.has(id)) cards.delete(id);
  return cards;
}
