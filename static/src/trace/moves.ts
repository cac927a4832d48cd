/** Finds names that move from a tensor to another that was computed from it, as in `eta = eta * 2`. */
import type { Run } from "./contract";
import type { Timelines } from "./timelines";
import type { VisibleThings } from "./visible";

export interface NameMove {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly event: number;
}

/** `x = f(x)` is one line, and few ops. */
const MAX_OPS_BETWEEN = 24;

export function movesOf(run: Run, timelines: Timelines, visible: VisibleThings): readonly NameMove[] {
  const lost = new Map<string, string>();
  for (const [tensor, line] of timelines.names) {
    for (const { event, fact } of line) if (!fact.held) lost.set(`${event} ${fact.name}`, tensor);
  }
  if (lost.size === 0) return [];
  const moves: NameMove[] = [];
  for (const { id } of run.tensors) {
    for (const { event, fact } of timelines.names.get(id) ?? []) {
      const from = fact.held ? lost.get(`${event} ${fact.name}`) : undefined;
      if (from === undefined || !visible.cards.has(from) || !visible.cards.has(id)) continue;
      if (comesFrom(id, from, visible)) moves.push({ name: fact.name, from, to: id, event });
    }
  }
  return moves;
}

function comesFrom(id: string, from: string, { makers, cards }: VisibleThings): boolean {
  const waiting = [id];
  for (let next = 0; next < waiting.length && next < MAX_OPS_BETWEEN; next++) {
    for (const input of makers.get(waiting[next] ?? "")?.inputs ?? []) {
      if (input === from) return true;
      if (!cards.has(input)) waiting.push(input);
    }
  }
  return false;
}
