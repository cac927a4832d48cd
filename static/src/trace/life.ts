/** Tells what happened to a tensor, up to an event: who made it, who saved it or a view of it, who edited it. */

import type { Edit } from "./edits";
import type { TraceIndex } from "./index";
import type { CodeLine } from "./sources";

export interface LifeEvent extends CodeLine {
  readonly event: number;
  readonly kind: "made" | "saved" | "edited" | "overwritten";
  /** The op that made it, the node that saved it, the text of the edit; null where nothing of the kind is known. */
  readonly by: string | null;
  /** The version made, saved, or come to. */
  readonly version: number | null;
  /** A saved version that is no longer the counter's. */
  readonly stale: boolean;
  /** How often the same happened, where it did so several times. */
  readonly times: number;
}

/** In the order in which it happened. */
export function lifeOf(index: TraceIndex, id: string, now: number): readonly LifeEvent[] {
  const tensor = index.tensors.get(id);
  if (tensor === undefined) return [];
  const op = index.opAt(tensor.op ?? -1);
  const made: LifeEvent = { ...placed(tensor), kind: "made", by: op?.name ?? null, version: tensor.version, stale: false, times: 1 };
  const found = [made, ...savesIn(index, id, now), ...editsIn(index, id, now)];
  return together(found.filter(({ event }) => event <= now).sort((a, b) => a.event - b.event));
}

/** Saves of the tensor and of the views that share its counter. */
function savesIn(index: TraceIndex, id: string, now: number): readonly LifeEvent[] {
  const counter = index.tensors.get(id)?.counter ?? null;
  const isOne = (tensor: string) => tensor === id || (counter !== null && index.tensors.get(tensor)?.counter === counter);
  return index.run.saved
    .filter(({ tensor, event }) => event <= now && isOne(tensor))
    .map(saved => ({
      ...placed(saved),
      kind: "saved",
      by: (saved.node === null ? undefined : index.nodes.get(saved.node))?.name ?? null,
      version: saved.saved_version,
      stale: !saved.copied_by_edits && index.versionAt(counter, now) !== saved.saved_version,
      times: 1,
    }));
}

/** Edits of the tensor, and those that moved the counter that it shares. */
function editsIn(index: TraceIndex, id: string, now: number): readonly LifeEvent[] {
  const counter = index.tensors.get(id)?.counter ?? null;
  const isOne = ({ host, write }: Edit) => host === id || write.tensor === id || (counter !== null && write.counter === counter);
  return index.edits
    .filter(edit => edit.event <= now && isOne(edit))
    .map(({ event, line, file = 0, text, write }) => {
      // A write through `.data` moves a counter of its own.
      const moved = write.counter === counter && write.version_before !== write.version_after;
      const kind = moved ? "edited" : "overwritten";
      return { event, line, file, kind, by: text, version: moved ? write.version_after : null, stale: false, times: 1 };
    });
}

/** What one line did again and again is one: its last time. */
function together(life: readonly LifeEvent[]): readonly LifeEvent[] {
  const last = new Map<string, LifeEvent>();
  for (const each of life) {
    const key = `${each.kind} ${each.file} ${each.line} ${each.by} ${each.stale}`;
    const before = last.get(key);
    last.delete(key);
    last.set(key, { ...each, times: (before?.times ?? 0) + 1 });
  }
  return [...last.values()];
}

function placed({ event, line, file }: CodeLine & { readonly event: number }): Pick<LifeEvent, "event" | "line" | "file"> {
  return { event, line, file: file ?? 0 };
}
