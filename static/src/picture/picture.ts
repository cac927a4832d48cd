/** What the things on the stage look like at one step: flat values, so that a drawing sees in one comparison that nothing changed. */
import type { CellTrouble } from "../trace/cells";
import type { Target } from "../trace/target";

export interface ThingView {
  readonly id: string;
  /** The event that made it: the order of keyboard focus. */
  readonly order: number;
  readonly hidden: boolean;
  /** Part of what this step is about. */
  readonly now: boolean;
  /** Highlighted at a failure, when everything else fades. */
  readonly key: boolean;
  readonly selected: boolean;
  /** Text for a screen reader. */
  readonly label: string;
  readonly target: Target | null;
}

export interface CardView extends ThingView {
  readonly kind: "card";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly nameSize: number;
  /** `held` by a name, `lost` to another tensor, `none` yet or ever. */
  readonly naming: "held" | "lost" | "none";
  readonly shape: string;
  readonly version: number | null;
  readonly hasCounter: boolean;
  /** The counter has moved since the tensor was first seen. */
  readonly edited: boolean;
  /** The counter has moved in this step. */
  readonly ticking: boolean;
  readonly leaf: boolean;
  readonly leafWord: string;
  readonly requiresGrad: boolean;
  readonly numbers: string;
  readonly cells: string;
  readonly stale: boolean;
}

export interface ChipView extends ThingView {
  readonly kind: "chip";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Length of the stem down to what the chip stands on. */
  readonly stem: number;
  readonly text: string;
  readonly note: string;
  readonly refused: boolean;
  readonly silent: boolean;
}

export interface OpView extends ThingView {
  readonly kind: "op";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly caption: string;
  /** It left no node: autograd does not see it. */
  readonly plain: boolean;
  /** The gradient stops here. */
  readonly cut: boolean;
  /** Vertical offsets of the beads to its right, as `0` or `-7,7`. */
  readonly beads: string;
}

export interface NodeView extends ThingView {
  readonly kind: "node";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly phase: "hidden" | "waiting" | "running" | "done" | "failed" | "freed";
  readonly caption: string;
  /** A line of the snippet that the engine called here; empty where none, or not yet. */
  readonly hook: string;
  readonly hookWidth: number;
  readonly gradName: string;
  readonly gradWidth: number;
  readonly gradHeight: number;
  readonly gradTop: number;
  readonly gradText: string;
  readonly gradCells: string;
  readonly gradPhase: "none" | "empty" | "filled" | "wrong";
  readonly gradExpected: string;
  readonly gradExpectedCells: string;
  readonly gradWrong: string;
  readonly gradShouldBe: string;
}

export interface TagView extends ThingView {
  readonly kind: "tag";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly phase: "hidden" | "fresh" | "stale" | "failed" | "silent" | "freed";
  readonly first: string;
  readonly second: string;
}

/** A closed group of ops. */
export interface GroupView extends ThingView {
  readonly kind: "group";
  readonly group: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly count: string;
  /** In an overview a group is lower and may have a third line, which is empty where there is none. */
  readonly isBox: boolean;
  readonly detail: string;
  readonly stacked: boolean;
  readonly badge: string;
  readonly badgeWidth: number;
  /** It can be opened. */
  readonly opens: boolean;
  /** Something that it holds has been saved and is stale now. */
  readonly stale: boolean;
  /** Room before its name for the mark of a cell that ends badly. */
  readonly markRoom: number;
  /** A cell that has not begun. */
  readonly ahead: boolean;
  /** How a cell, or the worst of several, has ended badly by now. */
  readonly trouble: CellTrouble["kind"] | null;
}

/** The nodes of a closed group. */
export interface BlockView extends ThingView {
  readonly kind: "block";
  readonly group: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What its nodes belong to; empty where that is over them. */
  readonly name: string;
  readonly text: string;
  readonly phase: NodeView["phase"];
  readonly stale: boolean;
  /** From 0 to 1: how many of them have run. */
  readonly progress: number;
  readonly stacked: boolean;
}

/** What closes an open group. */
export interface HandleView extends ThingView {
  readonly kind: "handle";
  readonly group: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly markRoom: number;
  readonly ahead: boolean;
  readonly trouble: CellTrouble["kind"] | null;
}

export type AnyThing = CardView | ChipView | OpView | NodeView | TagView | GroupView | BlockView | HandleView;

export interface EdgeView {
  readonly id: string;
  readonly kind: "flow" | "alias" | "edit" | "next";
  readonly path: string;
  readonly tipX: number;
  readonly tipY: number;
  readonly angle: number;
  readonly phase: "hidden" | "shown" | "new" | "carrying" | "carried";
  readonly plain: boolean;
  /** How many tensors it stands for, and where that is written; empty for one, and where there is no room. */
  readonly count: string;
  readonly countX: number;
  readonly countY: number;
  /** One end of it is selected. */
  readonly lit: boolean;
}

export interface LinkView {
  readonly id: string;
  readonly kind: "saved" | "root" | "result";
  readonly path: string;
  readonly fromX: number;
  readonly fromY: number;
  readonly tipX: number;
  readonly tipY: number;
  readonly angle: number;
  readonly phase: TagView["phase"];
  readonly key: boolean;
  readonly lit: boolean;
  readonly selected: boolean;
}

/** A name on its way from one card to another. */
export interface NameView {
  readonly id: string;
  readonly path: string;
  readonly tipX: number;
  readonly tipY: number;
  readonly labelX: number;
  readonly labelY: number;
  readonly labelWidth: number;
  readonly text: string;
  readonly hidden: boolean;
  readonly now: boolean;
}

export interface StorageView {
  readonly id: string;
  /** `x y width height` of each outline. */
  readonly outlines: string;
  readonly labelX: number;
  readonly labelY: number;
  readonly labelWidth: number;
  readonly label: string;
  readonly shafts: string;
  readonly ticking: boolean;
  readonly hidden: boolean;
  readonly selected: boolean;
  readonly key: boolean;
}

export interface Picture {
  readonly things: readonly AnyThing[];
  readonly edges: readonly EdgeView[];
  readonly links: readonly LinkView[];
  readonly storages: readonly StorageView[];
  readonly names: readonly NameView[];
  readonly mood: "calm" | "failing" | "silent";
  /** Ids of the vertices that the step is about: the camera keeps them in view. */
  readonly focus: readonly string[];
}
