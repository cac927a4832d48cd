/**
 * Draws everything that can be reached with the keyboard, in the order in which it was made.
 *
 * The accessible name of a thing contains the words drawn on it, in their order, so that speech control works by what is seen. A space
 * after each text, which is not drawn, keeps the words apart.
 */
import type { AnyThing } from "../picture/picture";
import { cardDrawing } from "./card";
import { chipDrawing } from "./chip";
import { blockDrawing, groupDrawing, handleDrawing } from "./group";
import { nodeDrawing } from "./node";
import { opDrawing } from "./op";
import { classNames, type Drawing, type Layer, type Mark, put, px, reconcile } from "./reconcile";
import { tagDrawing } from "./tag";

/** Each kind of view is drawn by its own drawing; the kind guarantees that they fit. */
const drawings: { readonly [Kind in AnyThing["kind"]]: Drawing<Extract<AnyThing, { readonly kind: Kind }>> } = {
  card: cardDrawing,
  chip: chipDrawing,
  op: opDrawing,
  node: nodeDrawing,
  tag: tagDrawing,
  group: groupDrawing,
  block: blockDrawing,
  handle: handleDrawing,
};

export function drawThings(layer: Layer, things: readonly AnyThing[], moving = false): void {
  const drawingOf = (thing: AnyThing): Drawing<AnyThing> => {
    const drawing = drawings[thing.kind] as unknown as Drawing<AnyThing>;
    return {
      create: (mark, view) => {
        mark.attr("data-id", view.id).attr("role", "button");
        drawing.create(mark, view);
        mark.selectAll<SVGTextElement, unknown>("text").each(function () {
          this.after(" ");
        });
      },
      update: (mark, view, before) => {
        drawing.update(mark, view, before);
        announce(mark, view, drawing.flags?.(view) ?? {});
      },
    };
  };
  reconcile(layer, things, drawingOf, moving);
}

function announce(mark: Mark, view: AnyThing, flags: Readonly<Record<string, boolean>>): void {
  const { hidden, now, key, selected } = view;
  const common = { "is-hidden": hidden, "is-now": now, "is-key": key, "is-selected": selected };
  put(mark, {
    transform: `translate(${px(view.x)} ${px(view.y)})`,
    class: classNames(`thing ${view.kind}`, { ...flags, ...common }),
    "aria-label": view.label,
    "aria-pressed": String(view.selected),
    "aria-hidden": view.hidden ? "true" : null,
    tabindex: view.hidden ? null : 0,
  });
}
