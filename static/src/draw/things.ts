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
        // What is not there yet has nothing in it. An edit falls into its place as it appears: it has to be drawn before.
        if (view.hidden && view.kind !== "chip") return;
        drawing.create(mark, view);
        mark.selectAll<SVGTextElement, unknown>("text").each(function () {
          this.after(" ");
        });
      },
      update: (mark, view, before) => {
        if (mark.node()?.firstChild) drawing.update(mark, view, before);
        place(mark, view, before);
        announce(mark, view, drawing.flags?.(view) ?? {});
      },
    };
  };
  reconcile(layer, things, drawingOf, moving);
}

/**
 * Brings a thing to its place. Its boxes have absolute coordinates, and only what else it consists of is moved by a transform: seen from
 * far away a thing is its boxes alone, and a thousand elements with transforms are slow to paint.
 */
function place(mark: Mark, view: AnyThing, before: AnyThing | null): void {
  const { x, y } = view;
  if (x === before?.x && y === before.y) return;
  const transform = `translate(${px(x)} ${px(y)})`;
  let body: Element | null = null;
  for (const part of [...(mark.node()?.childNodes ?? [])] as Element[]) {
    if (part.localName === "rect") {
      for (const at of ["x", "y"] as const)
        part.setAttribute(at, `${px(Number(part.getAttribute(at)) + px(view[at]) - px(before?.[at] ?? 0))}`);
      body = null;
    } else if (before) part.setAttribute("transform", transform);
    else {
      if (body === null) {
        body = mark.append("g").attr("class", "body").attr("transform", transform).node() as Element;
        part.before(body);
      }
      body.append(part);
    }
  }
}

function announce(mark: Mark, view: AnyThing, flags: Readonly<Record<string, boolean>>): void {
  const { hidden, now, key, selected } = view;
  const common = { "is-hidden": hidden, "is-now": now, "is-key": key, "is-selected": selected };
  put(mark, {
    class: classNames(`thing ${view.kind}`, { ...flags, ...common }),
    "aria-label": view.label,
    "aria-pressed": String(view.selected),
    "aria-hidden": view.hidden ? "true" : null,
    tabindex: view.hidden ? null : 0,
  });
}
