/**
 * Finds hooks: lines of the snippet that ran between two nodes of a backward pass.
 *
 * A trace does not say what was registered where, but the engine runs nothing else between two nodes, and what a node receives can be
 * compared with what was sent to it.
 */
import type { EventOf, Run, TraceNode, Value } from "./contract";

export interface Hook {
  /** Its first line. */
  readonly line: number;
  /** The gradient that was sent to the node, where the node received another one. */
  readonly sent: Value | null;
}

/** By the node that ran right after, or around, its hook. */
export type Hooks = ReadonlyMap<string, Hook>;

export function hooksOf(run: Run): Hooks {
  const nodes = new Map(run.nodes.map(node => [node.id, node]));
  const hooks = new Map<string, Hook>();
  let sent: EventOf<"node">[] = [];
  let called: EventOf<"line"> | null = null;
  let inside = false;
  for (const event of run.events) {
    if (event.kind === "backward_start") {
      [inside, called, sent] = [true, null, []];
    } else if (event.kind === "backward_end") inside = false;
    else if (inside && event.kind === "line" && event.depth > 0) called ??= event;
    else if (inside && event.kind === "node") {
      const node = nodes.get(event.node);
      const line = called?.line ?? null;
      // A custom function's own backward is no hook.
      if (node !== undefined && node.kind !== "custom" && called !== null && line !== null && !hooks.has(node.id)) {
        hooks.set(node.id, { line, sent: otherThan(event, arrivals(node, sent, nodes)) });
      }
      sent.push(event);
      called = null;
    }
  }
  return hooks;
}

/** What the nodes that have run so far have sent to a node. */
function arrivals(node: TraceNode, sent: readonly EventOf<"node">[], nodes: ReadonlyMap<string, TraceNode>): Value[] {
  return sent.flatMap(event =>
    (nodes.get(event.node)?.next_functions ?? []).flatMap((next, slot) => {
      const value = next.node === node.id ? event.grad_inputs[slot] : null;
      return value ? [value] : [];
    }),
  );
}

/** Several gradients are added up on the way: only a single one can be compared. */
function otherThan({ grad_outputs }: EventOf<"node">, [only, ...others]: readonly Value[]): Value | null {
  const received = grad_outputs[0];
  if (only === undefined || others.length > 0 || !received) return null;
  return only.preview.join() === received.preview.join() ? null : only;
}
