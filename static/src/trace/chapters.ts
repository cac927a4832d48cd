/** Divides a film into chapters: forward, backward, and the edits by which an optimizer, or the program itself, updates parameters. */
import { cellFinder } from "./cells";
import type { TraceIndex } from "./index";
import type { Step } from "./steps";
import { factAt } from "./timelines";

export interface Chapter {
  readonly kind: "forward" | "backward" | "update";
  /** First and last position, both included. */
  readonly from: number;
  readonly to: number;
  /** The cell that it is a part of, by number; absent in a program without cells. */
  readonly cell?: number;
}

export function chaptersOf(index: TraceIndex): readonly Chapter[] {
  const updates = updatesIn(index);
  const chapters: Chapter[] = [];
  const cellOf = cellFinder(index.run);
  const cells = index.steps.map(({ event }) => cellOf(event)?.index);
  let passes = false;
  index.steps.forEach((step, position) => {
    const cell = cells[position];
    const isNewCell = position > 0 && cell !== cells[position - 1];
    // What an exception has ended does not go on in the next cell.
    if (isNewCell) passes = false;
    if (index.run.events[step.event]?.kind === "backward_start") passes = true;
    const kind = passes ? "backward" : updates.has(position) ? "update" : "forward";
    const last = chapters.at(-1);
    if (last?.kind === kind && !isNewCell) chapters[chapters.length - 1] = { ...last, to: position };
    else chapters.push({ kind, from: position, to: position, ...(cell === undefined ? {} : { cell }) });
    if (endsBackward(index, step)) passes = false;
  });
  return withoutClipping(index, chapters);
}

/** What lies between gradients and their update without recording anything, such as clipping, belongs to the update. */
function withoutClipping(index: TraceIndex, chapters: readonly Chapter[]): readonly Chapter[] {
  const records = ({ from, to }: Chapter) =>
    index.steps.slice(from, to + 1).some(({ event }) => (index.opAt(event)?.nodes.length ?? 0) > 0);
  const isClipping = (at: number) => {
    const [before, chapter, after] = chapters.slice(Math.max(0, at - 1), at + 2);
    return (
      before?.kind === "backward" &&
      chapter?.kind === "forward" &&
      after?.kind === "update" &&
      chapter.cell === after.cell &&
      !records(chapter)
    );
  };
  return chapters.flatMap((chapter, at) => {
    if (isClipping(at)) return [];
    const clipping = at > 0 && isClipping(at - 1) ? chapters[at - 1] : undefined;
    return [clipping === undefined ? chapter : { ...chapter, from: clipping.from }];
  });
}

function endsBackward({ run }: TraceIndex, step: Step): boolean {
  for (let event = step.first; event <= step.last; event++) if (run.events[event]?.kind === "backward_end") return true;
  return false;
}

/** Edits of parameters after gradients have arrived, and what the same call, or the same line, computed for them just before. */
function updatesIn(index: TraceIndex): ReadonlySet<number> {
  const first = index.run.events.find(event => event.kind === "accumulate")?.index ?? Number.POSITIVE_INFINITY;
  const edited = index.edits.filter(edit => edit.event > first && isParameter(index, edit.host, edit.event));
  const found = new Set(edited.map(edit => index.stepOfEvent(edit.event)));
  for (const position of [...found]) {
    for (let before = position - 1; before >= 0 && belongsTo(index, before, position); before--) found.add(before);
  }
  return found;
}

function isParameter({ tensors, timelines }: TraceIndex, id: string, event: number): boolean {
  const state = factAt(timelines.states.get(id), event) ?? tensors.get(id);
  return state?.is_leaf === true && state.requires_grad;
}

/** An op that records nothing, in the same library call or on the same line. */
function belongsTo({ steps, opAt }: TraceIndex, before: number, position: number): boolean {
  const [op, edit] = [before, position].map(at => opAt(steps[at]?.event ?? -1));
  if (!op || !edit || op.nodes.length > 0) return false;
  return op.line === edit.line && op.call === edit.call;
}
