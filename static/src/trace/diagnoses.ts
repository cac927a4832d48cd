/** Answers which raise a diagnosis is about. Films of schema version 1 state its line only. */
import type { Diagnosis, EventOf, Run } from "./contract";

export function explains({ raised, raise_event, raise_line, saved }: Diagnosis, event: EventOf<"raise">): boolean {
  if (raise_event !== null) return raise_event === event.index;
  return raised && (event.saved === null ? raise_line === event.line : saved === event.saved);
}

/** The event at which this was raised; null where it was not. */
export function raiseEvent(run: Run, diagnosis: Diagnosis): number | null {
  if (diagnosis.raise_event !== null) return diagnosis.raise_event;
  if (!diagnosis.raised) return null;
  return run.events.findLast(item => item.kind === "raise" && item.line === diagnosis.raise_line)?.index ?? null;
}

/** Whether PyTorch refused the edit that it is about: then the event that edits is the one that raises. */
export function isRefused({ kind, edit_event, raise_event }: Diagnosis): boolean {
  if (typeof edit_event === "number") return edit_event === raise_event;
  return kind === "leaf_in_place" || kind === "multi_view_in_place"; // films of schema version 1 state no events
}
