/** Turns tensors into cards, and in-place edits into the chips that are docked on them. */

import { cardName, card as cardSize, chipBox, chipText, halo } from "../graph/sizes";
import { boxOf, type PlacedVertex } from "../layout/scene";
import type { Tensor } from "../trace/contract";
import { callName } from "../trace/history";
import type { Chip } from "../trace/index";
import { heatCells, NAME_LETTERS, shapeText, shortName, valueText } from "../trace/labels";
import { idsOf } from "../trace/references";
import { sameTarget } from "../trace/target";
import { countUpTo } from "../trace/timelines";
import { listed, type PictureContext } from "./context";
import type { CardView, ChipView } from "./picture";

export function cardViews(context: PictureContext): (CardView | ChipView)[] {
  const { scene, index } = context;
  const views: (CardView | ChipView)[] = [];
  const sharing = new Set(scene.storages.flatMap(storage => storage.group.members));
  const touched = touchedBy(context);
  for (const placed of scene.vertices.values()) {
    const tensor = placed.vertex.kind === "card" ? index.tensors.get(placed.vertex.id) : undefined;
    if (tensor === undefined) continue;
    views.push(cardView(context, placed, tensor, touched));
    (index.visible.chipsOn.get(tensor.id) ?? []).forEach((chip, position) => {
      views.push(chipView(context, placed, chip, position, sharing.has(tensor.id) ? halo : 0));
    });
  }
  return views;
}

function cardView(context: PictureContext, placed: PlacedVertex, tensor: Tensor, touched: ReadonlySet<string>): CardView {
  const { index, state, keys, word } = context;
  const { id } = tensor;
  const flags = state.flags(id);
  const names = state.names(id);
  const naming = names.held.length > 0 ? "held" : names.lost.length > 0 ? "lost" : "none";
  const fallback = cardName(tensor, index);
  const called = naming === "none" ? null : callName(index, id, state.now);
  const name = called === null || shortName(called).length > NAME_LETTERS ? fallback.text : shortName(called);
  const version = state.version(id);
  const { value, changed } = state.value(id);
  const numbers = changed ? word("stage-changed") : valueText(value, flags.is_leaf ? 11 : 16);
  const shape = flags.shape.length === 0 ? word("stage-scalar") : shapeText(flags.shape);
  const target = { kind: "tensor", id } as const;
  const edited = version !== null && tensor.version !== null && version > tensor.version;
  const stale = (index.savesByTensor.get(id) ?? []).some(saved => ["stale", "failed"].includes(state.saved(saved.id)));
  const label = listed([
    word("stage-label-tensor", { name, shape }),
    numbers,
    flags.is_leaf && word("stage-leaf"),
    version !== null && `v${version}`,
    flags.requires_grad && word("stage-label-requires-grad"),
    stale && word("stage-label-stale"),
  ]);
  return {
    kind: "card",
    id,
    order: tensor.event,
    ...boxOf(placed),
    hidden: !state.hasTensor(id),
    now: state.isNow(tensor.event) || touched.has(id),
    key: keys.has(id),
    selected: sameTarget(context.selection, target),
    label,
    target,
    name,
    nameSize: name.length <= 7 ? cardSize.nameSize : cardSize.longNameSize,
    naming,
    shape,
    version,
    hasCounter: version !== null,
    edited,
    ticking: hasTicked(context, tensor),
    leaf: flags.is_leaf,
    leafWord: word("stage-leaf"),
    requiresGrad: flags.requires_grad,
    numbers: numbers ?? "",
    cells:
      numbers === null
        ? heatCells(value, index.scales.ofTensor(id), Math.floor((placed.vertex.width - (flags.is_leaf ? 70 : 22)) / 9))
        : "",
    stale,
  };
}

/** Tensors that the step's event mentions, edits, or unpacks. */
function touchedBy({ index, state: { event } }: PictureContext): ReadonlySet<string> {
  if (event === null) return new Set();
  const unpacked = event.kind === "unpack" ? idsOf(event, "saved").flatMap(id => index.saved.get(id)?.tensor ?? []) : [];
  return new Set([...idsOf(event, "tensors"), ...(index.visible.hostsOf.get(event.index) ?? []), ...unpacked]);
}

/** Its counter has moved within this step. */
export function hasTicked({ index, state }: PictureContext, tensor: Tensor): boolean {
  const line = index.timelines.versions.get(tensor.counter ?? "") ?? [];
  const moved = line[countUpTo(line, state.now) - 1];
  return moved !== undefined && moved.event > tensor.event && state.isNow(moved.event);
}

function chipView(context: PictureContext, placed: PlacedVertex, chip: Chip, position: number, shared: number): ChipView {
  const { state, index, keys, word } = context;
  const { text, note, width } = chipText(chip, index, word);
  const box = boxOf(placed);
  const bottom = box.y - shared - chipBox.stem - position * (chipBox.height + chipBox.gap);
  const count = state.count(chip.events);
  const caption = count > 1 ? `${note} ×${count}` : note;
  return {
    kind: "chip",
    id: chip.id,
    order: (chip.events[0] ?? 0) + 0.5,
    x: placed.x - width / 2,
    y: bottom - chipBox.height,
    width,
    height: chipBox.height,
    stem: position === 0 ? chipBox.stem + shared : chipBox.gap,
    hidden: count === 0,
    now: state.anyNow(chip.events),
    key: keys.has(chip.id),
    selected: false,
    label: listed([word(chip.kind === "refused" ? "stage-label-refused" : "stage-label-edit", { text }), caption]),
    target: { kind: "tensor", id: chip.host },
    text,
    note: caption,
    refused: chip.kind === "refused",
    silent: chip.silent,
  };
}
