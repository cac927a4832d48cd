/** The parts of a stage that its files share: the elements drawn into, the view, and what of the drawing is in view. */
import type { Selection } from "d3-selection";
import type { ZoomTransform } from "d3-zoom";
import { sizeOf } from "../../dom/element-size";
import type { Wording } from "../../graph/sizes";
import type { Rect, Scene } from "../../layout/scene";
import type { StagedFilm } from "../../stage/staged-film";
import type { Target } from "../../trace/target";

export type StageSvg = Selection<SVGSVGElement, unknown, null, undefined>;

export interface StageElements {
  readonly host: HTMLElement;
  readonly svg: StageSvg;
  /** The group that is moved and zoomed. */
  readonly world: Selection<SVGGElement, unknown, null, undefined>;
  readonly view: () => ZoomTransform;
  readonly goTo: (x: number, y: number) => void;
  readonly word: Wording;
  /** Inside an article. */
  readonly framed: boolean;
}

export interface ShownStep {
  readonly film: StagedFilm;
  readonly step: number;
  readonly selection: Target | null;
}

/** Vertices and edges that SVG draws without delay. */
export const MAX_SVG_THINGS = 1500;

/** Vertices and edges of a scene. */
export function thingsIn(scene: Scene): number {
  return scene.vertices.size + scene.edges.length;
}

/** What is in view, in the units of the drawing, with a margin on every side as a part of its size. */
export function rectInView(host: HTMLElement, view: ZoomTransform, margin: number): Rect {
  const box = sizeOf(host);
  const [width, height] = [box.width / view.k, box.height / view.k];
  const [x, y] = view.invert([0, 0]);
  return { x: x - width * margin, y: y - height * margin, width: width * (1 + 2 * margin), height: height * (1 + 2 * margin) };
}
