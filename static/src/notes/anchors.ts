/**
 * Names the moments of a film so that another run of the same code has them too: by line, kind of event, name, and which of them it is.
 * An event's number would not do: another engine may record an event more.
 */
import { groupBy } from "../trace/collections";
import type { NoteAnchor, Run, TraceEvent } from "../trace/contract";

/** What is never the subject of a step. */
const SILENT: readonly TraceEvent["kind"][] = ["call", "return", "hook"];

/** The name of an event; null where there is no such event, or where no step is about it. */
export function anchorOf(run: Run, event: number): NoteAnchor | null {
  const found = run.events[event];
  if (found === undefined || SILENT.includes(found.kind)) return null;
  const names = namesOf(run);
  const { kind, line, file = 0 } = found;
  const name = names(found);
  const isLike = (each: TraceEvent) => each.kind === kind && each.line === line && (each.file ?? 0) === file && names(each) === name;
  const nth = run.events.slice(0, event + 1).filter(isLike).length;
  return { line, file, kind: kind as NoteAnchor["kind"], name, nth };
}

/** Finds the event that is meant; null where this film has none, so that the anchor is lost. */
export type FindEvent = (anchor: NoteAnchor) => number | null;

/** Goes over the events once, however many anchors are looked up. */
export function eventsOf(run: Run): FindEvent {
  const names = namesOf(run);
  const events = groupBy(run.events, event => keyOf({ ...event, file: event.file ?? 0, name: names(event) }));
  return anchor => events.get(keyOf(anchor))?.[anchor.nth - 1]?.index ?? null;
}

export function sameAnchor(one: NoteAnchor, other: NoteAnchor): boolean {
  return one.line === other.line && one.file === other.file && one.kind === other.kind && one.name === other.name && one.nth === other.nth;
}

function keyOf({ kind, line, file, name }: Omit<NoteAnchor, "kind" | "nth"> & { readonly kind: TraceEvent["kind"] }): string {
  return `${kind} ${line} ${file} ${name}`;
}

/** Of an op what the program called, of a node its name, of a binding the name that was bound. */
function namesOf(run: Run): (event: TraceEvent) => string {
  let nodes: ReadonlyMap<string, string> | null = null;
  return event => {
    if (event.kind === "op" || event.kind === "bind") return event.name;
    if (event.kind !== "node") return "";
    nodes ??= new Map(run.nodes.map(({ id, name }) => [id, name]));
    return nodes.get(event.node) ?? "";
  };
}
