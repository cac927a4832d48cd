/**
 * What the layout arranges: vertices in two lanes, edges within a lane, links across the lanes.
 *
 * A graph is made for the whole film at once and for one state of folding. Sizes are part of it, so that the layout needs no text.
 */
import type { CellTrouble, CodeCell } from "../trace/cells";
import type { Chip } from "../trace/index";

export type VertexKind = "card" | "op" | "node" | "accumulate" | "grad" | "group" | "nodes";
export type LaneName = "forward" | "backward";

export interface Vertex {
  /** `t3` a tensor's card, `e12` the op of event 12, `n4` a node, `g:…` a group, `b:…` a group's nodes. */
  readonly id: string;
  readonly kind: VertexKind;
  readonly lane: LaneName;
  /** The event that made it: the order among vertices of one column. */
  readonly order: number;
  /** The box that edges meet. */
  readonly width: number;
  readonly height: number;
  /** Room over and under the box for what is docked there. */
  readonly above: number;
  readonly below: number;
  /** Width of box and docked things together, centred on the box. */
  readonly reach: number;
  /** Width of the text under the box, where there is one. */
  readonly caption?: number;
  /** Unnamed tensors that leave an op: beads to the right of its box, from top to bottom. */
  readonly beads: readonly string[];
  /** The forward vertex under which a backward vertex stands. */
  readonly under: string | null;
}

export interface GraphEdge {
  readonly id: string;
  readonly kind: "flow" | "alias" | "edit" | "next";
  readonly from: string;
  readonly to: string;
  /** The tensor that flows, if the edge starts at a bead. */
  readonly bead: string | null;
  /** Position among the inputs of an op, or in `next_functions`. */
  readonly slot: number;
  /** Event from which on the edge is there. */
  readonly event: number;
  /** False for an edge that would run back in time: it does not decide columns. */
  readonly ranked: boolean;
  /** The entries of `next_functions` that it stands for: one, or several where a group is closed. */
  readonly parts: readonly { readonly node: string; readonly slot: number }[];
  /** What flows does not require grad: autograd does not see this edge. */
  readonly plain: boolean;
  /** Between two boxes of an overview: how many different tensors flow, or entries of `next_functions` it stands for. */
  readonly count?: number;
}

/** A line that crosses the lanes: a saved tensor, the root from which backward starts, a gradient that came back as a tensor. */
export interface GraphLink {
  readonly id: string;
  /** The saved tensors that it stands for: one, or several where a group is closed. */
  readonly saves: readonly string[];
  readonly kind: "saved" | "root" | "result";
  /** Forward end: a vertex, and the bead of it if the tensor is one. */
  readonly from: string;
  readonly bead: string | null;
  /** Backward end. */
  readonly to: string;
  readonly event: number;
  /** It becomes stale or is silently overwritten. */
  readonly incident: boolean;
  /** Size of the tag; zero for none. */
  readonly tagWidth: number;
  readonly tagHeight: number;
}

/** A name of the snippet that moves from one card to another. */
export interface GraphName {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly event: number;
  readonly text: string;
  readonly width: number;
}

export interface StorageGroup {
  readonly id: string;
  readonly storage: string;
  /** Cards that share memory, in the order in which they were made. */
  readonly members: readonly string[];
  /** Cards that share a counter, where several do. */
  readonly counters: readonly (readonly string[])[];
}

/**
 * What a story leaves out: ops (`stretch`) or nodes (`passed`) between two things that it shows, `leaves` at the end of the graph, and
 * further saved tensors that are `stale`. `range` and `tensors`: what an overview shows as one thing, ops of several lines or tensors that
 * the program made itself.
 */
export type StretchKind = "stretch" | "passed" | "leaves" | "stale";
export type GroupKind = "cell" | "iteration" | "function" | "line" | "module" | "call" | "roll" | "range" | "tensors" | StretchKind;

/** A run of ops in order of execution that can be shown as one thing. */
export interface Group {
  readonly id: string;
  readonly kind: GroupKind;
  /** A name of the program, the text of the line, or the number of the iteration. */
  readonly label: string;
  readonly outer: Group | null;
  /** Groups and events of ops directly inside, in order. */
  readonly inside: readonly (Group | number)[];
  readonly first: number;
  readonly ops: number;
  /** Equal for groups that do the same: label without numbers, and the names of the ops. */
  readonly pattern: string;
  readonly depth: number;
  /** Of a group in an overview. */
  readonly content?: GroupContent;
  /** Of a roll in an overview: how many groups it stands for, and the first of them. */
  readonly members?: number;
  readonly sample?: Group;
  /** Not the same happens in all of them, as in rounds of a loop with a condition. */
  readonly mixed?: boolean;
  /** Of a range in an overview: its lines, `3 – 12`; the label names what is in them, and is empty where nothing has a name. */
  readonly lines?: string;
  /** Of a cell in an overview: itself; of several that are one box: all of them. */
  readonly cells?: readonly CodeCell[];
  readonly troubles?: readonly CellTrouble[];
  /** The line at which it began in the function around it, of a group in an overview that is not made of lines. */
  readonly line?: number | null;
}

/** What a group holds besides ops. */
export interface GroupContent {
  /** The class of a module; empty for other groups. */
  readonly className: string;
  readonly parameters: number;
  /** Tensors that its ops edit in place, and how many of them are parameters. */
  readonly edited: number;
  readonly editedParameters: number;
  /** Tensors that it stands for, of a group that holds nothing else. */
  readonly tensors: number;
}

/** The lines of a closed group in an overview: its name, what it is, and how much is in it; the last may be empty. */
export interface BoxTexts {
  readonly name: string;
  readonly count: string;
  readonly detail: string;
}

/** A closed group on the stage. */
export interface FoldedGroup {
  readonly group: Group;
  /** Events of the ops in it. */
  readonly ops: readonly number[];
  /** Backward vertices in it, how many of them there are to run, and the events at which they ran, in order. */
  readonly nodes: ReadonlySet<string>;
  readonly runs: readonly number[];
  readonly firstRuns: readonly number[];
  readonly chips: readonly Chip[];
  /** Of an overview. */
  readonly texts?: BoxTexts;
}

/** The handle by which an open group is closed: it is drawn over its first op. */
export interface OpenGroup {
  readonly group: Group;
  readonly carrier: string;
  readonly width: number;
  readonly height: number;
}

/** An open group of an overview and the vertices in it, which are drawn inside a frame. */
export interface GroupFrame {
  readonly group: Group;
  readonly members: ReadonlySet<string>;
}

export interface Graph {
  readonly vertices: readonly Vertex[];
  readonly edges: readonly GraphEdge[];
  readonly links: readonly GraphLink[];
  readonly storages: readonly StorageGroup[];
  /** Names that move between cards which are on the stage. */
  readonly names: readonly GraphName[];
  /** Which closed group stands for a vertex that is not on the stage. */
  readonly foldedInto: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, FoldedGroup>;
  readonly handles: readonly OpenGroup[];
  /** It is shown at a size that can be read, however large: nothing is spread further than the window. */
  readonly compact?: boolean;
  /** Of an overview. */
  readonly frames?: readonly GroupFrame[];
  /** Of an overview: vertices that stand right of all that was made before them. */
  readonly starts?: ReadonlySet<string>;
}

/** How much there is to look at, and to lay out: things, edges and links. */
export function partsOf({ vertices, edges, links }: Graph): number {
  return vertices.length + edges.length + links.length;
}

/** An outline around fewer cards would show nothing. */
export const MIN_SHARING_CARDS = 2;
