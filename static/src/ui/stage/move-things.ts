/** Moves the things of a drawing from where they were in another one to where they are now, and lets the others appear. */
import { easeCubicInOut } from "d3-ease";
import { select } from "d3-selection";
import "d3-transition";
import type { ZoomTransform } from "d3-zoom";
import { px } from "../../draw/reconcile";
import type { Point } from "../../layout/scene";
import type { StageSvg } from "./stage-elements";

/** Where each thing of a drawing is, by its id. */
export type Places = ReadonlyMap<string, Point>;

/** The view of the old drawing, and the one of the new drawing while its things begin to move. */
export interface ShiftedViews {
  readonly from: ZoomTransform;
  readonly to: ZoomTransform;
}

const MOVE_MS = 420;
const APPEAR_MS = 260;
/** More things than this appear where they are: a browser does not move them evenly. */
const MAX_MOVED_THINGS = 250;

const THINGS = "g.layer.things > g.thing:not(.is-hidden)";

export function placesOf(svg: StageSvg): Places {
  const places = new Map<string, Point>();
  for (const thing of thingsOf(svg)) {
    const [id, place, shift] = [thing.getAttribute("data-id"), placeOf(thing), shiftOf(thing.getAttribute("transform"))];
    if (id !== null && place !== null) places.set(id, { x: place.x + shift.x, y: place.y + shift.y });
  }
  return places;
}

/** A move begins where the thing was seen: `views` differ by the shift that keeps the anchor. */
export function moveThings(svg: StageSvg, places: Places, { from, to }: ShiftedViews): void {
  const things = thingsOf(svg);
  if (things.length > MAX_MOVED_THINGS) return;
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
  const still = select(thing).interrupt("move");
  if (Math.hypot(dx, dy) < 0.5) return;
  still
    .attr("transform", shiftedBy(dx, dy))
    .transition("move")
    .duration(MOVE_MS)
    .ease(easeCubicInOut)
    .attrTween("transform", () => part => shiftedBy(dx * (1 - part), dy * (1 - part)))
    .on("end interrupt cancel", () => thing.removeAttribute("transform"));
}

function shiftedBy(dx: number, dy: number): string {
  return `translate(${px(dx)} ${px(dy)})`;
}

function appear(element: SVGGElement): void {
  select(element)
    .style("opacity", 0)
    .transition("appear")
    .delay(0.4 * APPEAR_MS)
    .duration(0.6 * APPEAR_MS)
    .style("opacity", null);
}

function thingsOf(svg: StageSvg): readonly SVGGElement[] {
  return svg.selectAll<SVGGElement, unknown>(THINGS).nodes();
}

/** The place that its drawing has given it. */
function placeOf(thing: SVGGElement): Point | null {
  const body = thing.querySelector(":scope > .body");
  return body === null ? null : shiftOf(body.getAttribute("transform"));
}

/** How far a transform moves; a thing has one of its own while it is on its way. */
function shiftOf(transform: string | null): Point {
  const found = /^translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(transform ?? "");
  return found === null ? { x: 0, y: 0 } : { x: Number(found[1]), y: Number(found[2]) };
}
