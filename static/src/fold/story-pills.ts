/** Turns the stretches of a story into pills, each a closed group, and into the handles by which opened ones are closed again. */
import type { Group, OpenGroup, StretchKind, Vertex } from "../graph/graph";
import { type GroupSizes, groupBox } from "../graph/group-sizes";
import { keepStart, monoWidth } from "../graph/measure";
import type { Wording } from "../graph/sizes";
import type { Story } from "../story/story";
import type { TraceIndex } from "../trace/index";
import { blank, type Closed, failingName } from "./contract-graph";
import { stretchText } from "./stretch-text";
import type { Stretch } from "./stretches";

const MAX_BADGE_WIDTH = 160;

export function contentOf({ id, kind, lane, vertices, count }: Stretch, index: TraceIndex, word: Wording): Closed {
  const ops = vertices.filter(vertex => vertex.kind === "op").map(({ order }) => order);
  const group: Group = {
    id,
    kind,
    label: stretchText(kind, count, kind === "leaves" ? parametersOf(vertices, index) : modulesOf(ops, index), word),
    outer: null,
    inside: ops,
    first: kind === "stale" ? staleEvent(vertices, index) : Math.min(...vertices.map(({ order }) => order)),
    ops: count,
    pattern: "",
    depth: 0,
  };
  return { group, forward: lane === "forward" ? [...vertices] : [], backward: lane === "backward" ? [...vertices] : [] };
}

/** When the first of what these nodes have saved became stale. */
function staleEvent(nodes: readonly Vertex[], index: TraceIndex): number {
  const saves = nodes.flatMap(({ id }) => index.savesByNode.get(id) ?? []);
  return saves.reduce((first, { id }) => Math.min(first, index.staleEvent(id) ?? first), index.run.events.length);
}

/** Says so where all leaves are parameters of modules; empty otherwise. */
function parametersOf(vertices: readonly Vertex[], { nodes, tensors }: TraceIndex): string {
  const leaves = vertices.flatMap(({ id }) => tensors.get(nodes.get(id)?.variable ?? "") ?? []);
  return leaves.every(({ names }) => names.some(name => name.includes("."))) ? "parameters" : "";
}

/** The first and the last module whose ops are inside. */
function modulesOf(ops: readonly number[], index: TraceIndex): string {
  const modules = ops.map(event => index.opAt(event)?.module ?? "").filter(module => module !== "");
  const [first, last] = [modules[0] ?? "", modules.at(-1) ?? ""];
  return first === last ? first : `${first} – ${last}`;
}

export function pillOf(
  { group }: Closed,
  { kind, lane, vertices }: Stretch,
  { failing }: Story,
  index: TraceIndex,
  shownAs: (id: string) => string,
): Vertex {
  const above = vertices.flatMap(({ under }) => (under === null ? [] : [shownAs(under)]));
  return {
    ...blank(group, lane),
    under:
      lane === "backward" && failing !== null
        ? underFailing(kind, failing)
        : (above.find(each => each.startsWith("g:")) ?? above[0] ?? null),
    ...sizeOf(group, failingName(vertices, index), lane === "forward" && isEdited(vertices, index)),
  };
}

function isEdited(vertices: readonly Vertex[], { visible }: TraceIndex): boolean {
  return vertices.some(({ id }) => visible.chipsOn.get(id)?.some(({ kind }) => kind === "edit"));
}

/** A pill is as low as an op; one in the forward lane has a mark that it opens, and over it one of edits inside. */
function sizeOf({ kind, label }: Group, failing: string, edited: boolean): Pick<Vertex, "width" | "height" | "reach" | "above"> {
  const text = Math.max(monoWidth(label, 11), monoWidth(keepStart(failing, 24), 11));
  const width = Math.ceil(text + (kind === "stretch" ? 40 : 24));
  return { width, height: groupBox.stretch, reach: Math.max(width, edited ? MAX_BADGE_WIDTH : 0), above: edited ? groupBox.badge + 6 : 0 };
}

/** Further stale saves are shown where the node of the story is; other nodes before it or after it, wherever their ops are. */
function underFailing(kind: StretchKind, failing: string): string | null {
  return kind === "stale" ? failing : null;
}

/** A handle is drawn over the first thing that an opened stretch shows; that of further stale saves over the node of the story. */
export function handlesOf(opened: readonly Closed[], kept: readonly Vertex[], { failing }: Story, sizes: GroupSizes): readonly OpenGroup[] {
  const shown = new Set(kept.map(({ id }) => id));
  return opened.flatMap(({ group, forward, backward }) => {
    const first = group.kind === "stale" ? failing : [...forward, ...backward].find(({ id }) => shown.has(id))?.id;
    return first == null || !shown.has(first) ? [] : [{ group, carrier: first, ...sizes.handle(group) }];
  });
}

export function shownId(stretch: string, lane: Vertex["lane"]): string {
  return lane === "forward" ? stretch : `b${stretch}`;
}
