/** The legend: every mark on the stage, drawn as on the stage, and what it means. */
import { select } from "d3-selection";
import type { Wording } from "../graph/sizes";
import { noGrad } from "../picture/nodes";
import type {
  AnyThing,
  CardView,
  ChipView,
  EdgeView,
  LinkView,
  NameView,
  NodeView,
  OpView,
  StorageView,
  TagView,
} from "../picture/picture";
import { edgeDrawing, linkDrawing, storageDrawing } from "./lines";
import { nameDrawing } from "./name";
import { reconcile } from "./reconcile";
import { drawThings } from "./things";

type Sample = {
  readonly key: string;
  readonly things?: readonly AnyThing[];
  readonly edges?: readonly EdgeView[];
  readonly links?: readonly LinkView[];
  readonly storages?: readonly StorageView[];
  readonly names?: readonly NameView[];
};

const thing = { order: 0, hidden: false, now: false, key: false, selected: false, label: "", target: null } as const;
const card: CardView = {
  ...thing,
  kind: "card",
  id: "t",
  x: 4,
  y: 4,
  width: 112,
  height: 66,
  name: "w",
  nameSize: 16,
  naming: "held",
  shape: "[2]",
  version: 0,
  hasCounter: true,
  edited: false,
  ticking: false,
  leaf: false,
  leafWord: "",
  requiresGrad: false,
  numbers: "[1 2]",
  cells: "",
  stale: false,
};
const op: OpView = {
  ...thing,
  kind: "op",
  id: "e",
  x: 30,
  y: 22,
  width: 58,
  height: 30,
  text: "mul",
  caption: "",
  plain: false,
  cut: false,
  beads: "",
};
const node: NodeView = {
  ...thing,
  kind: "node",
  id: "n",
  x: 10,
  y: 22,
  width: 102,
  height: 30,
  text: "MulBackward0",
  phase: "running",
  caption: "",
  hook: "",
  hookWidth: 0,
  ...noGrad,
};
const chip: ChipView = {
  ...thing,
  kind: "chip",
  id: "c",
  x: 12,
  y: 22,
  width: 96,
  height: 26,
  stem: 8,
  text: "w += 1",
  note: "",
  refused: false,
  silent: false,
};
const tag: TagView = { ...thing, kind: "tag", id: "s", x: 12, y: 28, width: 96, height: 20, phase: "fresh", first: "self v0", second: "" };
const link: LinkView = {
  id: "s",
  kind: "saved",
  path: "M60 6L60 70",
  fromX: 60,
  fromY: 6,
  tipX: 60,
  tipY: 70,
  angle: 90,
  phase: "fresh",
  key: false,
  lit: false,
  selected: false,
};
const edge: EdgeView = {
  id: "e",
  kind: "flow",
  path: "M8 24L112 24",
  tipX: 112,
  tipY: 24,
  angle: 0,
  phase: "shown",
  plain: false,
  count: "",
  countX: 0,
  countY: 0,
  lit: false,
};
const storage: StorageView = {
  id: "m",
  outlines: "10 14 100 46",
  labelX: 60,
  labelY: 60,
  labelWidth: 0,
  label: "",
  shafts: "",
  ticking: false,
  hidden: false,
  selected: false,
  key: false,
};
const name = (text: string): NameView => ({
  id: "m",
  path: "M14 58L14 43Q14 34 23 34L97 34Q106 34 106 43L106 57",
  tipX: 106,
  tipY: 57,
  labelX: 60,
  labelY: 34,
  labelWidth: 76,
  text,
  hidden: false,
  now: false,
});
const grad: Partial<NodeView> = { gradName: "w.grad", gradWidth: 108, gradHeight: 24, gradTop: 7, gradText: "[4 6]", gradPhase: "filled" };

function samples(word: Wording): Sample[] {
  return [
    { key: "tensor", things: [{ ...card, leaf: true, leafWord: word("stage-leaf"), requiresGrad: true }] },
    { key: "dial", things: [{ ...card, edited: true, version: 1, name: "d" }] },
    { key: "op", things: [{ ...op, beads: "0" }] },
    { key: "flow", edges: [edge, { ...edge, id: "p", path: "M8 48L112 48", tipY: 48, plain: true }] },
    { key: "edit", things: [chip] },
    { key: "saved", links: [link], things: [tag] },
    {
      key: "stale",
      links: [{ ...link, phase: "stale" }],
      things: [{ ...tag, y: 19, height: 38, phase: "stale", first: "self", second: "v0 ≠ v1" }],
    },
    { key: "storage", storages: [storage] },
    { key: "silent", things: [{ ...chip, silent: true, text: "c.zero_()" }] },
    { key: "node", things: [node] },
    { key: "grad", things: [{ ...node, ...grad, x: 2, y: 8, width: 116, text: "AccumulateGrad", phase: "done" }] },
    { key: "hook", things: [{ ...node, y: 34, hook: word("stage-hook", { line: 6 }), hookWidth: 84 }] },
    { key: "cut", things: [{ ...op, cut: true, plain: true, text: "detach", width: 68, x: 22 }] },
    { key: "name", names: [name(word("stage-name-moves", { name: "w" }))] },
    {
      key: "group",
      things: [
        {
          ...thing,
          kind: "group",
          id: "g",
          group: "",
          x: 6,
          y: 14,
          width: 96,
          height: 52,
          name: "layers 1–9",
          count: "×9",
          stacked: true,
          badge: "",
          isBox: false,
          detail: "",
          opens: true,
          stale: false,
          markRoom: 0,
          ahead: false,
          trouble: null,
          badgeWidth: 0,
        },
      ],
    },
  ];
}

/** Fill an element, which the caller opens and closes, with marks and their meaning. */
export function drawLegend(host: HTMLElement, word: Wording): void {
  const list = document.createElement("dl");
  list.className = "legend-marks";
  for (const sample of samples(word)) {
    const mark = document.createElement("dt");
    const svg = select(mark).append("svg").attr("class", "stage").attr("viewBox", "0 0 120 76").attr("aria-hidden", "true");
    const world = svg.append("g");
    reconcile(world.append("g"), sample.storages ?? [], () => storageDrawing);
    reconcile(world.append("g"), sample.edges ?? [], () => edgeDrawing);
    reconcile(world.append("g"), sample.links ?? [], () => linkDrawing);
    reconcile(world.append("g"), sample.names ?? [], () => nameDrawing);
    drawThings(world.append("g"), sample.things ?? []);
    svg.selectAll("[tabindex]").attr("tabindex", null).attr("role", null);
    const meaning = document.createElement("dd");
    meaning.textContent = word(`stage-legend-${sample.key}`);
    list.append(mark, meaning);
  }
  host.replaceChildren(list);
}
