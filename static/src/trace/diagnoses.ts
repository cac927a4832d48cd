/** Answers which raise a diagnosis is about, as the document states it; films of earlier versions are told so by `film/upgrade.py`. */
import type { Diagnosis, EventOf } from "./contract";

export function explains({ raise_event }: Diagnosis, event: EventOf<"raise">): boolean {
  return raise_event === event.index;
}

/** Whether PyTorch refused the edit that it is about: then the event that edits is the one that raises. */
export function isRefused({ edit_event, raise_event }: Diagnosis): boolean {
  return edit_event !== null && edit_event === raise_event;
}
