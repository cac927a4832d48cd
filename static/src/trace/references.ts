/**
 * Turns an event into the ids that it mentions, by table: every tensor, node, saved tensor or call.
 *
 * Where an event has ids follows from the models of the contract; `references.gen.ts` is generated from them.
 */
import type { TraceEvent } from "./contract";
import { EVENT_PATHS } from "./references.gen";

export type IdTable = "tensors" | "nodes" | "saved" | "calls" | "storages" | "counters";

/** Field names and `[]`, each entry of a list, on the way to an id. */
type Steps = readonly string[];

const STEPS: ReadonlyMap<string, ReadonlyMap<string, readonly Steps[]>> = new Map(
  Object.entries(EVENT_PATHS).map(([kind, tables]) => [
    kind,
    new Map(Object.entries(tables).map(([table, paths]) => [table, (paths as readonly string[]).map(stepsOf)])),
  ]),
);

/** In the order of the event's fields; an id that is mentioned twice comes twice. */
export function idsOf(event: TraceEvent, table: IdTable): readonly string[] {
  return (STEPS.get(event.kind)?.get(table) ?? []).flatMap(steps => idsAt(event, steps));
}

/** Every id that the event mentions. */
export function mentionsOf(event: TraceEvent): readonly string[] {
  return [...(STEPS.get(event.kind)?.values() ?? [])].flat().flatMap(steps => idsAt(event, steps));
}

function stepsOf(path: string): Steps {
  return path.replaceAll("[]", ".[]").split(".");
}

function idsAt(event: TraceEvent, steps: Steps): readonly string[] {
  let values: readonly unknown[] = [event];
  for (const step of steps) {
    values = values.flatMap(value => (step === "[]" ? (value as readonly unknown[]) : [(value as Record<string, unknown>)[step]]));
    values = values.filter(value => value !== null && value !== undefined);
  }
  return values as readonly string[];
}
