/**
 * Shows something else of a film, or other groups, without losing the reader's place: the thing that was looked at stays where it is on
 * the screen, what both drawings have moves from its old place to its new one, and the rest appears.
 *
 *     before ─▶ put the new drawing so that the anchor has not moved ─▶ move the view to where the new drawing is seen well
 */
import type { ZoomTransform } from "d3-zoom";
import { overlap, type Rect } from "../../layout/scene";
import { type Anchor, anchorOf } from "./anchor";
import type { Camera } from "./camera";
import { placing } from "./framing";
import { moveThings, placesOf } from "./move-things";
import type { ShownStep, StageSvg } from "./stage-elements";
import { prefersReducedMotion } from "./zoom";

export interface ViewChange {
  readonly svg: StageSvg;
  readonly camera: Camera;
  readonly before: ShownStep;
  readonly after: ShownStep;
  /** The group that the reader has opened or closed; null where something else changes. */
  readonly group: string | null;
  /** What the step is about, in the new drawing. */
  readonly focus: () => Rect | null;
  /** Show the new drawing; `moveView` is called before it is drawn. */
  readonly put: (moveView: () => void) => void;
}

export type ChangeView = (change: ViewChange) => void;

/** What is read is read at this scale at most. */
const MAX_KEPT_ZOOM = 1;

export const changeView: ChangeView = change => {
  const { svg, camera, before, after, group, put, focus } = change;
  const now = camera.transform();
  const anchor = anchorOf(before, after.film, windowOf(camera), group);
  const places = prefersReducedMotion() ? null : placesOf(svg);
  let start: ZoomTransform = now;
  let end: ZoomTransform = now;
  put(() => {
    if (anchor === null) {
      camera.open(focus());
      [start, end] = [camera.transform(), camera.transform()];
    } else {
      start = now.translate(anchor.before.x - anchor.after.x, anchor.before.y - anchor.after.y);
      end = group === null ? restingView(change, anchor) : start;
      camera.settle(start, false);
    }
  });
  if (places !== null) moveThings(svg, places, { from: now, to: start });
  if (end !== start) camera.settle(end, true);
};

/**
 * The whole of the new drawing where all of it can be read; else at the scale that the reader had, as far as that can be read. Where what
 * the step is about would be out of view, the new drawing opens on that.
 */
function restingView({ camera, before, after, focus }: ViewChange, anchor: Anchor): ZoomTransform {
  const now = camera.transform();
  const about = focus();
  const { transform, chosen, isWhole } = camera.openingOn(about);
  const sameKind = before.film.show === after.film.show;
  const kept = sameKind ? now.k : Math.max(chosen, Math.min(now.k, MAX_KEPT_ZOOM));
  const scale = isWhole ? transform.k : kept;
  const placed = placing(anchor.after, now.apply([anchor.before.x, anchor.before.y]), scale, after.film.scene, camera.size());
  return about === null || sameKind || overlap(about, windowOf(camera, placed)) ? placed : transform;
}

/** What is in view, in the units of the drawing. */
function windowOf(camera: Camera, view = camera.transform()): Rect {
  const [width, height] = camera.size();
  const [x, y] = view.invert([0, 0]);
  return { x, y, width: width / view.k, height: height / view.k };
}
