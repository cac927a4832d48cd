/** Turns names that move into arrows, visible once the name has moved. */

import type { PictureContext } from "./context";
import type { NameView } from "./picture";

export function nameViews({ scene, state }: PictureContext): NameView[] {
  return scene.names.map(({ name, path, tip, label }) => ({
    id: name.id,
    path,
    tipX: tip.x,
    tipY: tip.y,
    labelX: label.x,
    labelY: label.y,
    labelWidth: name.width,
    text: name.text,
    hidden: name.event > state.now,
    now: state.isNow(name.event),
  }));
}
