/** Answers how much memory graphs keep for backward after an event: a run states it on the events that change it. */
import type { Run } from "./contract";
import { factAt, type Timeline, type TimelineEntry } from "./timelines";

/** In bytes; empty of a run in which nothing is kept, and of films that do not say it. */
export function keptMemoryOf({ events }: Pick<Run, "events">): Timeline<number> {
  return events.flatMap(({ index, kept }) => (typeof kept === "number" ? [{ event: index, fact: kept }] : []));
}

export function keptAt(line: Timeline<number>, event: number): number {
  return factAt(line, event) ?? 0;
}

/** The first event after which as much is kept as never again. */
export function mostKept(line: Timeline<number>): TimelineEntry<number> | null {
  return line.reduce<TimelineEntry<number> | null>((most, entry) => (most === null || entry.fact > most.fact ? entry : most), null);
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** `640 B`, `12.5 KiB`: what is read, not what is added up. */
export function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${unit === 0 ? bytes : (bytes / 1024 ** unit).toFixed(1)} ${UNITS[unit]}`;
}
