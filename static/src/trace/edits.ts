/** Turns the writes of a run into visible edits, and these into chips: one for each line and tensor. */

import { append } from "./collections";
import type { Diagnosis, OpEvent, Run, Write } from "./contract";
import { isRefused } from "./diagnoses";
import { type Flow, takenStorages } from "./flow";
import { type CodeLine, editText, lineText, type SourceText, sourcesOf } from "./sources";

/** A visible in-place edit: it is drawn as a chip on the card of `host`. */
export interface Edit {
  readonly event: number;
  readonly line: number | null;
  readonly file: number;
  readonly write: Write;
  /** The tensor whose card carries the chip: the written one, or the named one that it is an alias of. */
  readonly host: string;
  /** Text of the chip. */
  readonly text: string;
  /** No counter that autograd checks moved, and a gradient may be wrong for it. */
  readonly unseen: boolean;
}

/** Edits of one tensor by one line share a chip, which counts them. */
export interface Chip {
  readonly id: string;
  readonly host: string;
  readonly line: number | null;
  readonly file: number;
  readonly text: string;
  readonly kind: "edit" | "refused";
  /** Ascending. */
  readonly events: readonly number[];
  /** No counter that autograd checks moved, and a gradient may be wrong for it. */
  readonly silent: boolean;
}

export function visibleEdits(run: Run, flow: Flow, alias: (id: string) => string | null): Edit[] {
  const sources = sourcesOf(run);
  const bound = firstBinds(run);
  const harmful = unseenByDiagnosis(run);
  const taken = takenStorages(flow);
  const edits: Edit[] = [];
  for (const op of flow.ops) {
    for (const write of op.writes) {
      // That it takes the memory writes nothing into it.
      if (write.metadata_only && taken.has(write.tensor)) continue;
      const host = alias(write.tensor) ?? write.tensor;
      if (isInitialisation(op, host, flow, bound)) continue;
      // What an op of PyTorch writes into buffers of its own, such as running statistics, is no mistake of the program's.
      const unseen = (write.via !== "in_place" || taken.has(write.tensor)) && (write.op === null || harmful.has(op.index));
      edits.push({ event: op.index, line: op.line, file: op.file, write, host, text: chipText(op, write, sources), unseen });
    }
  }
  return edits;
}

/** Events of writes past the counter that a diagnosis warns of. */
function unseenByDiagnosis(run: Run): ReadonlySet<number> {
  const found = run.diagnoses.filter(({ kind, severity }) => severity !== "note" && UNSEEN_KINDS.has(kind));
  return new Set(found.flatMap(({ edit_event, event }) => edit_event ?? event ?? []));
}

const UNSEEN_KINDS: ReadonlySet<Diagnosis["kind"]> = new Set(["silent_overwrite", "shared_storage_edit"]);

function firstBinds(run: Run): Map<string, number> {
  const bound = new Map<string, number>();
  for (const event of run.events) {
    if (event.kind === "bind" && !bound.has(event.tensor)) bound.set(event.tensor, event.index);
  }
  return bound;
}

/** A fresh tensor that is filled before it has a name or a reader: part of making it, not an edit of it. */
function isInitialisation(op: OpEvent, host: string, { tensors, makers, readers }: Flow, bound: ReadonlyMap<string, number>): boolean {
  if ((bound.get(host) ?? Number.POSITIVE_INFINITY) < op.index) return false;
  const maker = makers.get(host);
  if (maker !== undefined && maker.inputs.length > 0) return false;
  const { storage, line } = tensors.get(host) ?? {};
  const read = readers.get(host) ?? [];
  const earlier = read.some(reader => reader.index < op.index && reader.outputs.every(id => tensors.get(id)?.storage !== storage));
  // A layer that is only copied never has a name: its parameters are filled by the line that makes them.
  return !earlier && (maker !== undefined || bound.has(host) || line === op.line);
}

/** `h += out` calls `add_`, and does not say so. */
const AUGMENTED = /^[\w.[\]:, ]+(?:[-+*/%@&|^]|\/\/|\*\*|<<|>>)=(?!=)/;

/** The line itself where the edit is written out, the operator's name where a library made it. */
function chipText(op: OpEvent, write: Write, sources: readonly SourceText[]): string {
  if (write.op !== null) return (write.op.split("::").at(-1) ?? write.op).replace(/\..*/, "");
  const line = editText(sources, op);
  const written = op.module === null || op.name.startsWith("__") || AUGMENTED.test(line) || line.includes(op.name);
  return written && line !== "" ? line : op.name;
}

export function chipsOf(run: Run, edits: readonly Edit[], cards: ReadonlySet<string>): Chip[] {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) append(groups, `${edit.host}:${place(edit)}:${edit.text}`, edit);
  const chips: Chip[] = [];
  for (const [key, group] of groups) {
    const first = group[0];
    if (first === undefined) continue;
    const events = [...new Set(group.map(edit => edit.event))];
    chips.push({
      id: `edit:${key}`,
      host: first.host,
      line: first.line,
      file: first.file,
      text: first.text,
      kind: "edit",
      events,
      silent: group.some(edit => edit.unseen),
    });
  }
  for (const diagnosis of run.diagnoses) {
    const refused = refusedChip(run, diagnosis, cards);
    if (refused !== null && !chips.some(chip => chip.id === refused.id)) chips.push(refused);
  }
  return chips;
}

/** Of one file its lines alone, so that the pictures of such films keep their ids. */
function place({ line, file }: CodeLine): string {
  return `${line ?? "-"}${file ? `.${file}` : ""}`;
}

/** An edit that PyTorch refused wrote nothing, so there is no event for it, only a diagnosis. */
function refusedChip(run: Run, diagnosis: Diagnosis, cards: ReadonlySet<string>): Chip | null {
  const { tensor, line, file, event } = diagnosis;
  if (!isRefused(diagnosis)) return null;
  if (tensor === null || event === null || !cards.has(tensor)) return null;
  const text = lineText(sourcesOf(run), diagnosis);
  return { id: `refused:${tensor}:${place(diagnosis)}`, host: tensor, line, file, text, kind: "refused", events: [event], silent: false };
}
