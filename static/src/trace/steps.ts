/**
 * Groups the events of a run into steps, each with something new to see.
 *
 * A line event shows nothing by itself, so it joins the event that follows; a name that is bound joins the event that made the tensor;
 * a node that asks for its saved tensors joins the node's own event. `first` and `last` are the events of a step, in order.
 */
import type { Run, TraceEvent } from "./contract";
import { isPureEdit } from "./flow";
import type { CodeLine } from "./sources";
import type { VisibleThings } from "./visible";

export type StepKind = "op" | "save" | "edit" | "backward" | "node" | "unpack" | "accumulate" | "raise" | "output" | "warning" | "line";

export interface Step {
  readonly position: number;
  /** The event that the step is about. */
  readonly event: number;
  /** First and last event that the step covers: the picture of a step is the picture after `last`. */
  readonly first: number;
  readonly last: number;
  readonly kind: StepKind;
  readonly line: number | null;
  readonly file: number;
  /** A saved tensor has just become stale. */
  readonly stale: boolean;
}

interface StepDraft {
  event: number;
  first: number;
  last: number;
  kind: StepKind;
  line: number | null;
  file: number;
  stale: boolean;
}

/** Events that wait for the next visible one: where they begin, and the last op among them. */
interface Pending {
  readonly first: number | null;
  readonly op: TraceEvent | null;
}

const nothing: Pending = { first: null, op: null };

export function stepsOf(run: Run, visible: VisibleThings): readonly Step[] {
  const edited = new Set(visible.edits.map(edit => edit.event));
  const drafts: StepDraft[] = [];
  let pending: Pending = nothing;
  for (const event of run.events) {
    const kind = kindOf(event, visible, edited);
    const before = drafts.at(-1);
    if (kind === "joins either") {
      if (pending === nothing && before !== undefined) before.last = event.index;
      else if (before === undefined) pending = { first: pending.first ?? event.index, op: pending.op };
    } else if (kind === "joins previous" && before !== undefined && pending === nothing) {
      before.last = event.index;
    } else if (event.kind === "bind" && pending.op !== null && sameLine(pending.op, event)) {
      drafts.push(draft(pending.op, "op", pending.first ?? event.index, event.index));
      pending = nothing;
    } else if (kind === "joins next" || kind === "joins previous") {
      pending = { first: pending.first ?? event.index, op: event.kind === "op" ? event : pending.op };
    } else if (before !== undefined && pending === nothing && joins(before, event, kind)) {
      absorb(before, event, kind);
    } else {
      drafts.push(draft(event, kind, pending.first ?? event.index, event.index));
      pending = nothing;
    }
  }
  return finish(drafts, run);
}

function draft(event: TraceEvent, kind: StepKind, first: number, last: number): StepDraft {
  const stale = event.kind === "op" && event.stale.length > 0;
  return { event: event.index, first, last, kind, line: event.line, file: event.file ?? 0, stale };
}

function kindOf(
  event: TraceEvent,
  visible: VisibleThings,
  edited: ReadonlySet<number>,
): StepKind | "joins next" | "joins previous" | "joins either" {
  switch (event.kind) {
    case "line":
      return "joins next";
    case "call":
    case "return":
    case "hook":
      return "joins either";
    case "bind":
    case "free":
    case "backward_end":
      return "joins previous";
    case "op":
      if (edited.has(event.index)) return "edit";
      if (event.stale.length > 0) return "edit";
      if (!visible.pills.has(event.index) && (isPureEdit(event) || event.inputs.length > 0 || event.outputs.length === 0))
        return "joins next";
      if (!visible.pills.has(event.index) && !event.outputs.some(id => visible.cards.has(id))) return "joins next";
      return event.saves.length > 0 ? "save" : "op";
    case "unpack":
      return event.ok ? "joins next" : "unpack";
    case "backward_start":
      return "backward";
    default:
      return event.kind;
  }
}

/** An AccumulateGrad and the `.grad` that it fills are one step; so are two outputs of one print. */
function joins(before: StepDraft, event: TraceEvent, kind: StepKind): boolean {
  if (event.kind === "node" && event.grad_inputs.length === 0) return before.kind === "unpack";
  if (kind === "accumulate") return before.kind === "node";
  return kind === "output" && before.kind === "output" && sameLine(before, event);
}

function sameLine(one: CodeLine, other: CodeLine): boolean {
  return one.line === other.line && (one.file ?? 0) === (other.file ?? 0);
}

function absorb(before: StepDraft, event: TraceEvent, kind: StepKind): void {
  if (kind === "accumulate") {
    before.kind = "accumulate";
    before.event = event.index;
  }
  before.last = event.index;
}

/**
 * Add trailing events to the last step, what is printed at the end among them: a film ends with what it is about. A run without visible
 * events has one step per event in files whose text it holds.
 */
function finish(drafts: readonly StepDraft[], run: Run): readonly Step[] {
  const shown = drafts.slice(0, drafts.findLastIndex(step => step.kind !== "output") + 1);
  const told = shown.length > 0 ? shown : drafts;
  const inText = run.events.filter(({ file }) => run.files?.[file ?? 0]?.text !== "");
  const visible = told.length > 0 ? told : inText.map(event => draft(event, "line", event.index, event.index));
  const last = visible.at(-1);
  if (last !== undefined) last.last = Math.max(last.last, run.events.length - 1);
  return visible.map((step, position) => ({ ...step, position }));
}
