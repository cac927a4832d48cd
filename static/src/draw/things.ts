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
        const group = mark.node();
        if (group !== null) before === null ? standAt(group, px(view.x), px(view.y)) : moveTo(group, view, before);
        announce(mark, view, drawing.flags?.(view) ?? {});
      },
    };
  };
  reconcile(layer, things, drawingOf, moving);
}

/**
 * Brings a new thing to its place. Its boxes have absolute coordinates, and only what else it consists of is moved by a transform: seen
 * from far away a thing is its boxes alone, and a thousand elements with transforms are slow to paint.
 */
function standAt(group: SVGGElement, x: number, y: number): void {
  let body: Element | null = null;
  for (const part of [...group.childNodes]) {
    if (isBox(part)) {
      body = null;
      shift(part, x, y);
    } else {
      body ??= group.insertBefore(bodyAt(group.ownerDocument, x, y), part);
      body.append(part);
    }
  }
}

function isBox(part: ChildNode): part is ChildNode & Element {
  return part.nodeType === 1 && (part as Node as Element).matches("rect.box, rect.glow");
}

function bodyAt(document: Document, x: number, y: number): Element {
  const body = document.createElementNS("http://www.w3.org/2000/svg", "g");
  body.setAttribute("class", "body");
  body.setAttribute("transform", `translate(${x} ${y})`);
  return body;
}

/** Moves a thing that is drawn, with the ring around it. */
function moveTo(group: SVGGElement, view: AnyThing, before: AnyThing): void {
  const [x, y] = [px(view.x), px(view.y)];
  if (x === px(before.x) && y === px(before.y)) return;
  for (const part of group.children) {
    if (part.matches(".body")) part.setAttribute("transform", `translate(${x} ${y})`);
    else shift(part, x - px(before.x), y - px(before.y));
  }
}

function shift(box: Element, dx: number, dy: number): void {
  box.setAttribute("x", `${px(Number(box.getAttribute("x")) + dx)}`);
  box.setAttribute("y", `${px(Number(box.getAttribute("y")) + dy)}`);
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
