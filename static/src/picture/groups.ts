/** Turns closed groups into boxes with counts, in both lanes, and open groups into handles. */
import type { FoldedGroup, Group } from "../graph/graph";
import { groupCount, groupLabel, isPill, markRoom } from "../graph/group-sizes";
import { keepStart, monoWidth } from "../graph/measure";
import type { Wording } from "../graph/sizes";
import { boxOf, type PlacedVertex } from "../layout/scene";
import type { CellTrouble } from "../trace/cells";
import type { Chip } from "../trace/index";
import { listed, type PictureContext } from "./context";
import type { BlockView, GroupView, HandleView, NodeView } from "./picture";

export function groupViews(context: PictureContext): (GroupView | BlockView | HandleView)[] {
  const views: (GroupView | BlockView | HandleView)[] = [];
  for (const placed of context.scene.vertices.values()) {
    const { kind, id } = placed.vertex;
    const folded = context.scene.groups.get(kind === "nodes" ? id.slice(1) : id);
    if (folded === undefined) continue;
    views.push(kind === "nodes" ? blockView(context, placed, folded) : groupView(context, placed, folded));
  }
  return [...views, ...handleViews(context)];
}

function groupView(context: PictureContext, placed: PlacedVertex, { group, ops, chips, nodes, texts }: FoldedGroup): GroupView {
  const { state, keys, word } = context;
  const own = { name: group.kind === "stretch" ? "" : groupLabel(group, word), count: groupCount(group, word), detail: "" };
  const { name, count: counted, detail } = texts ?? own;
  const edits = chips.filter(chip => chip.kind === "edit").reduce((total, chip) => total + state.count(chip.events), 0);
  const seen = chips.filter(chip => chip.kind === "edit" && state.count(chip.events) > 0);
  const worst = worstBy(state.now, group);
  const failsNow = worst !== null && state.isNow(worst.event);
  const begun = whenBegun(state.now, group);
  // Of a cell that only failed it says how.
  const count = begun.ahead && group.ops === 0 ? "" : counted;
  const badge = edits === 0 ? "" : badgeText(seen, edits, word);
  return {
    kind: "group",
    id: group.id,
    group: group.id,
    order: group.first,
    ...boxOf(placed),
    ...begun,
    now: state.anyNow(ops) || chips.some(chip => state.anyNow(chip.events)) || failsNow,
    key: keys.has(group.id) || (keys.active && failsNow),
    selected: false,
    label: listed([word("stage-label-group", { name }), worst && troubleText(worst, word), count, detail, badge]),
    target: null,
    name,
    count,
    isBox: group.content !== undefined,
    detail,
    stacked: group.kind === "roll",
    opens: group.kind !== "tensors" && (group.kind !== "cell" || group.inside.length > 0),
    stale: holdsStale(context, nodes),
    markRoom: markRoom(group),
    trouble: worst?.kind ?? null,
    badge,
    badgeWidth: Math.ceil(monoWidth(badge, 11.5)) + 34,
  };
}

/** A cell is there from the beginning, so that an overview shows the whole program also at an error in an early cell. */
function whenBegun(now: number, { first, cells }: Group): Pick<GroupView, "hidden" | "ahead"> {
  const isAhead = first > now;
  return { hidden: isAhead && cells === undefined, ahead: isAhead && cells !== undefined };
}

/** How a cell has ended badly by an event; of several the last error, or else what went wrong in silence last. */
function worstBy(now: number, { troubles = [] }: Group): CellTrouble | null {
  const past = troubles.filter(({ event }) => event <= now);
  return past.findLast(({ kind }) => kind === "failed") ?? past.at(-1) ?? null;
}

function troubleText({ kind, cell: { index, failure, status } }: CellTrouble, word: Wording): string {
  const key = kind === "failed" ? `overview-cell-${status}` : "overview-cell-doubtful";
  return word(key, { number: index, type: failure?.exception_type ?? "" });
}

/** One of the nodes has saved what is stale by now. */
function holdsStale({ index, state }: PictureContext, nodes: ReadonlySet<string>): boolean {
  for (const id of index.timelines.staleAt.keys()) {
    const holder = index.saved.get(id)?.node ?? "";
    if (nodes.has(holder) && (state.saved(id) === "stale" || state.saved(id) === "failed")) return true;
  }
  return false;
}

/** One edit is named, several are counted. */
export function badgeText(chips: readonly Chip[], edits: number, word: Wording): string {
  const [only] = chips;
  return chips.length === 1 && edits === 1 && only !== undefined ? keepStart(only.text, 18) : word("stage-edits", { count: edits });
}

function blockView(context: PictureContext, placed: PlacedVertex, folded: FoldedGroup): BlockView {
  const { state, keys, word, index } = context;
  const { group, nodes, firstRuns } = folded;
  const id = placed.vertex.id;
  const phase = phaseOf(context, folded);
  const failed = phase === "failed" ? index.nodes.get(state.failure?.node ?? "") : undefined;
  const text = failed === undefined ? countText(context, folded) : keepStart(failed.name, 24);
  return {
    kind: "block",
    id,
    group: group.id,
    order: group.first + 0.2,
    ...boxOf(placed),
    hidden: group.first > state.now,
    now: phase === "running" || phase === "failed",
    key: keys.has(id),
    selected: false,
    label: listed([word("stage-label-group", { name: groupLabel(group, word) }), text]),
    target: null,
    name: folded.texts?.name ?? "",
    text,
    phase,
    stale: holdsStale(context, nodes),
    progress: Math.round((state.count(firstRuns) / Math.max(1, nodes.size)) * 100) / 100,
    stacked: group.kind === "roll",
  };
}

function countText({ word }: PictureContext, { group, nodes }: FoldedGroup): string {
  return isPill(group) ? group.label : word("stage-nodes", { count: nodes.size });
}

/** The most important of the phases inside. */
function phaseOf({ state }: PictureContext, { nodes, runs, firstRuns }: FoldedGroup): NodeView["phase"] {
  if (nodes.has(state.failure?.node ?? "")) return "failed";
  if (state.anyNow(runs)) return "running";
  return firstRuns.length > 0 && state.count(firstRuns) === firstRuns.length ? "done" : "waiting";
}

function handleViews({ scene, state, word }: PictureContext): HandleView[] {
  return scene.handles.map(({ handle, x, y, width, height }) => {
    const text = groupLabel(handle.group, word);
    const worst = worstBy(state.now, handle.group);
    return {
      kind: "handle",
      id: `h${handle.group.id}`,
      group: handle.group.id,
      order: handle.group.first - 0.6 + handle.group.depth / 100,
      x,
      y,
      width,
      height,
      ...whenBegun(state.now, handle.group),
      now: false,
      key: false,
      selected: false,
      label: listed([word("stage-label-close", { name: text }), worst && troubleText(worst, word)]),
      target: null,
      text,
      markRoom: markRoom(handle.group),
      trouble: worst?.kind ?? null,
    };
  });
}
