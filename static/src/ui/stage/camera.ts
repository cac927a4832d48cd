/**
 * Moves the view over the stage: fits the whole, follows what the step is about, and otherwise leaves the view to the reader.
 *
 * The stage never zooms out beyond what can be read: a film that does not fit is followed instead.
 */
import type { Selection } from "d3-selection";
import type { ZoomTransform } from "d3-zoom";
import type { Point, Rect } from "../../layout/scene";
import { minStoryZoom } from "../../stage/frame";
import { around, fitting, focusMargin, following, MIN_OPENING_ZOOM, opening, TOOLS_PX, type ViewSize } from "./framing";
import type { StageSvg } from "./stage-elements";
import { createZoom } from "./zoom";

/** A story, or a film that is laid out as one: its texts are read at their full size, or what it is about is, and the rest follows. */
export type FilmKind = "story" | "program";

export interface Camera {
  /** Show everything, however small. */
  readonly fit: (animate: boolean) => void;
  /** Start of a film: everything if it can be read, else what its step is about at a size that can, or at least the `first` of that. */
  readonly open: (focus: Rect | null, first?: Rect | null) => void;
  /** The view that a film opens with. */
  readonly openingOn: (focus: Rect | null, first?: Rect | null) => Opening;
  /** Take a view at once, or move to it; its scale is then the chosen one. */
  readonly settle: (transform: ZoomTransform, moving: boolean) => void;
  /** Read the size of the window, which may have changed since: what of a step is in view depends on it. */
  readonly measure: () => void;
  /** Size of the window. */
  readonly size: () => ViewSize;
  readonly follow: (focus: Rect | null, animate: boolean) => void;
  /** Bring what was followed last to the middle, not smaller than it can be read. */
  readonly approach: () => void;
  /** Something has moved on the stage: keep it where it was on the screen. */
  readonly keep: (before: Point, after: Point) => void;
  /** Bring a point of the drawing to the middle. */
  readonly centre: (x: number, y: number) => void;
  readonly setExtent: (size: { readonly width: number; readonly height: number }, kind: FilmKind) => void;
  readonly transform: () => ZoomTransform;
  /** How much of the drawing can be in view at the zoom that was chosen, or further off as long as it can be read. */
  readonly reach: () => { readonly width: number; readonly height: number };
}

export interface Opening {
  readonly transform: ZoomTransform;
  /** Of a film that is shown whole its own scale; else the scale that texts are read at. */
  readonly chosen: number;
  readonly isWhole: boolean;
}

/** A film whose whole would be smaller than this is opened on what its step is about; on a phone sooner, in an article later. */
const readableIn = (width: number, framed: boolean) => (framed ? 0.5 : width < 480 ? 0.72 : 0.6);
const readableStory = ([width, height]: ViewSize, framed: boolean) => {
  if (framed) return minStoryZoom(width);
  if (height < VERY_LOW_PX) return 0.6;
  if (width < 480) return 0.8;
  if (height < LOW_PX) return width < NARROW_PX ? 0.8 : 0.92;
  return width < NARROW_PX ? 0.85 : 1;
};
/** In a lower window it is smaller, rather than in view by half; beside open notes most of all. */
const LOW_PX = 540;
const VERY_LOW_PX = 300;
/** The stage of a tablet that is held upright. */
const NARROW_PX = 560;
/** What is laid out for a frame, to be read at a size, is a little smaller once its widths are rounded. */
const MAX_SMALLER = 0.005;
/** What has been searched for is shown at least at this size. */
const MIN_APPROACH_ZOOM = 0.9;
/** Smaller than this, seeing everything that a step is about at once would help nobody. */
const MIN_FOCUS_ZOOM = 0.55;

export function createCamera(
  svg: StageSvg,
  world: Selection<SVGGElement, unknown, null, undefined>,
  moved: () => void,
  framed: boolean,
): Camera {
  let extent = { width: 1, height: 1 };
  let about: Rect | null = null;
  let kind: FilmKind = "program";
  const { now, aim, size, chosen, choose, measure, go } = createZoom(svg, world, moved, framed);
  const whole = () => fitting({ x: 0, y: 0, ...extent }, size(), framed ? 0 : TOOLS_PX);
  const settle = (transform: ZoomTransform, moving: boolean) => {
    choose(transform.k);
    go(transform, moving);
  };
  const openingOn = (focus: Rect | null, first = focus): Opening => {
    measure();
    const all = whole();
    const readable = kind === "program" ? readableIn(size()[0], framed) : readableStory(size(), framed);
    if (all.k >= readable - (framed ? MAX_SMALLER : 0)) return { transform: all, chosen: all.k, isWhole: true };
    const close = fitting({ x: 0, y: 0, ...extent }, size(), 0, 0);
    if (kind === "story" && framed && close.k >= readable) return { transform: close, chosen: close.k, isWhole: true };
    const transform = opening(extent, focus, size(), kind === "program" ? MIN_OPENING_ZOOM : readable, first);
    return { transform, chosen: Math.max(transform.k, readable), isWhole: false };
  };
  return {
    settle,
    measure,
    size,
    openingOn,
    setExtent: ({ width, height }, next) => {
      [extent, kind] = [{ width, height }, next];
    },
    keep: (before, after) => settle(now().translate(before.x - after.x, before.y - after.y), false),
    centre: (x, y) => settle(around({ x, y, width: 0, height: 0 }, now().k, size()), false),
    approach: () => about && settle(around(about, Math.max(now().k, MIN_APPROACH_ZOOM), size()), true),
    fit: animate => {
      measure();
      settle(whole(), animate);
    },
    open: (focus, first) => {
      const { transform, chosen: scale } = openingOn(focus, first);
      settle(transform, false);
      choose(scale);
    },
    follow: (focus, animate) => {
      if (focus === null) return;
      about = focus;
      const next = following(aim(), chosen(), focus, size(), extent);
      if (next !== null) go(next, animate);
    },
    transform: now,
    reach: () => {
      const [width, height] = size();
      const zoom = kind === "program" ? Math.min(chosen(), MIN_FOCUS_ZOOM) : readableStory([width, height], framed);
      return { width: (width - 2 * focusMargin(width)) / zoom, height: (height - 2 * focusMargin(width)) / zoom };
    },
  };
}
