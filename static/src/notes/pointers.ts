/** Names the things of a film so that another run of the same code has them too: by name, the line that made them, and which of them. */
import type { Pointer, Run } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import type { Target } from "../trace/target";

/** What a pointer leads to in this film. */
export interface Pointed {
  readonly pointer: Pointer;
  /** What can be selected; null for an op and for a line. */
  readonly target: Target | null;
  /** The event of an op; else null. */
  readonly event: number | null;
}

interface Made {
  readonly id: string;
  readonly line: number | null;
  readonly file: number;
  readonly name: string;
}

/** Null where this film has no such thing. */
export function thingOf({ run, sources }: TraceIndex, pointer: Pointer): Pointed | null {
  const { what, line, file } = pointer;
  if (what === "line") return line !== null && line <= (sources[file]?.lines.length ?? 0) ? { pointer, target: null, event: null } : null;
  const found = made(run, what).filter(each => isLike(each, pointer))[pointer.nth - 1];
  if (found === undefined) return null;
  return { pointer, target: what === "op" ? null : { kind: what, id: found.id }, event: what === "op" ? Number(found.id) : null };
}

/** The name of what is selected; of a saved tensor that of the tensor; null for memory, which has none. */
export function pointerOf(index: TraceIndex, { kind, id }: Target): Pointer | null {
  if (kind === "storage") return null;
  if (kind === "saved") return named(index.run, "tensor", index.saved.get(id)?.tensor ?? "");
  return named(index.run, kind, id);
}

/** What the line of a pointer has made of its sort, each thing by its name. */
export function namesOnLine({ run }: TraceIndex, { what, line, file }: Pointer): readonly string[] {
  if (what === "line") return [];
  return made(run, what).flatMap(each => (each.line === line && each.file === file ? [each.name] : []));
}

export function samePointer(one: Pointer, other: Pointer): boolean {
  const { what, line, file, name, nth } = one;
  return what === other.what && line === other.line && file === other.file && name === other.name && nth === other.nth;
}

function named(run: Run, what: "tensor" | "node", id: string): Pointer | null {
  const all = made(run, what);
  const at = all.findIndex(each => each.id === id);
  const found = all[at];
  if (found === undefined) return null;
  const { line, file, name } = found;
  return { what, line, file, name, nth: all.slice(0, at + 1).filter(each => isLike(each, found)).length };
}

function made(run: Run, what: "tensor" | "node" | "op"): readonly Made[] {
  if (what === "tensor") return run.tensors.map(({ id, line, file = 0, names }) => ({ id, line, file, name: names[0] ?? "" }));
  if (what === "node") return run.nodes.map(({ id, line, file = 0, name }) => ({ id, line, file, name }));
  return run.events.flatMap(each =>
    each.kind === "op" ? [{ id: `${each.index}`, line: each.line, file: each.file ?? 0, name: each.name }] : [],
  );
}

function isLike(one: Omit<Made, "id">, other: Omit<Made, "id">): boolean {
  return one.line === other.line && one.file === other.file && one.name === other.name;
}
