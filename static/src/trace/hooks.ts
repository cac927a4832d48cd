/** Finds the hooks that the engine ran, by the node that each is shown at: the one that it was called for. */
import { append } from "./collections";
import type { EventOf, Run } from "./contract";

export type Hook = EventOf<"hook">;
export type Hooks = ReadonlyMap<string, readonly Hook[]>;

export function hooksOf(run: Run): Hooks {
  const accumulates = new Map(run.nodes.map(node => [node.variable, node.id]));
  const hooks = new Map<string, Hook[]>();
  for (const event of run.events) {
    const node = event.kind === "hook" ? (event.node ?? accumulates.get(event.tensor)) : undefined;
    if (event.kind === "hook" && node !== undefined) append(hooks, node, event);
  }
  return hooks;
}

/** The last one up to event `now` that put another gradient in place of the one that came to the node. */
export function changedBy(hooks: readonly Hook[] | undefined, now: number): Hook | undefined {
  return hooks?.findLast(({ what, index, given, returned }) => index <= now && what === "tensor" && given !== null && returned !== null);
}
