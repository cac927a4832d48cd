/** Turns storages that several cards share into outlines, and counters that they share into shafts between dials. */

import { proseWidth } from "../graph/measure";
import { sameTarget } from "../trace/target";
import { hasTicked } from "./cards";
import type { PictureContext } from "./context";
import type { StorageView } from "./picture";

export function storageViews(context: PictureContext): StorageView[] {
  const { scene, index, state, keys, selection, word } = context;
  return scene.storages.map(({ group, outlines, label, shafts }) => {
    const seen = group.members.filter(state.hasTensor);
    const target = { kind: "storage", id: group.storage } as const;
    const ticking = group.members.some(id => {
      const tensor = index.tensors.get(id);
      return tensor !== undefined && hasTicked(context, tensor);
    });
    const turning = shafts.filter(shaft => shaft.members.every(state.hasTensor));
    const text = word("stage-storage", { storage: group.storage });
    return {
      id: group.id,
      outlines: outlines.map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`).join(";"),
      labelX: label.x,
      labelY: label.y,
      labelWidth: proseWidth(text, 11) + 14,
      label: text,
      shafts: turning.map(shaft => shaft.path).join(""),
      ticking,
      hidden: seen.length < 2,
      selected: sameTarget(selection, target),
      key: group.members.some(keys.has),
    };
  });
}
