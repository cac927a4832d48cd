/** Moves the things of a drawing from where they were in another one to where they are now, and lets the others appear. */
import type { Point } from "../../layout/scene";
import type { StageSvg } from "./stage-elements";
import type { ViewTransform } from "./view-transform";

/** Where each thing of a drawing is, by its id. */
export type Places = ReadonlyMap<string, Point>;

/** The view of the old drawing, and the one of the new drawing while its things begin to move. */
export interface ShiftedViews {
  readonly from: ViewTransform;
  readonly to: ViewTransform;
}

const MOVE_MS = 420;
const APPEAR_MS = 260;
/** More things than this appear where they are: a browser does not move them evenly. */
const MAX_MOVED_THINGS = 250;

const THINGS = "g.layer.things > g.thing:not(.is-hidden)";

export function placesOf(svg: StageSvg): Places {
  const places = new Map<string, Point>();
  for (const thing of thingsOf(svg)) {
    const [id, place] = [thing.getAttribute("data-id"), placeOf(thing)];
    if (id !== null && place !== null) places.set(id, place);
  }
  return places;
}

/** A move begins where the thing was seen: `views` differ by the shift that keeps the anchor. */
export function moveThings(svg: StageSvg, places: Places, { from, to }: ShiftedViews): void {
  const things = thingsOf(svg);
  if (things.length > MAX_MOVED_THINGS || svg.node()?.animate === undefined) return;
  for (const thing of things) {
    const [before, after] = [places.get(thing.getAttribute("data-id") ?? ""), placeOf(thing)];
    if (before === undefined || after === null) appear(thing);
    else {
      const [x, y] = from.apply([before.x, before.y]);
      const [startX, startY] = to.invert([x, y]);
      move(thing, startX - after.x, startY - after.y);
    }
  }
  for (const layer of svg.selectAll<SVGGElement, unknown>("g.layer:not(.things, .drops)")) appear(layer);
}

function move(thing: SVGGElement, dx: number, dy: number): void {
  if (Math.hypot(dx, dy) < 0.5) return;
  const frames = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "translate(0, 0)" }];
  thing.animate(frames, { duration: MOVE_MS, easing: "ease-in-out", composite: "add" });
}

function appear(element: SVGGElement): void {
  element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.4 }, {}], { duration: APPEAR_MS, easing: "ease-out" });
}

function thingsOf(svg: StageSvg): readonly SVGGElement[] {
  return svg.selectAll<SVGGElement, unknown>(THINGS).nodes();
}

/** The place that its drawing has given it. */
function placeOf(thing: SVGGElement): Point | null {
  const found = /^translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(thing.querySelector(":scope > .body")?.getAttribute("transform") ?? "");
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}
