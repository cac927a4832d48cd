/**
 * Draws one step of a film as a self-contained SVG: the same layout and the same drawing as on the stage.
 *
 *     film × step ─▶ pictureAt ─▶ drawPicture ─▶ what is hidden leaves, styles become attributes ─▶ <svg>
 *
 * It works on any document: the browser's for an export, a small one on the server for links, cards and the command line.
 */
import { select } from "d3-selection";
import { drawFrames } from "../draw/frames";
import { drawLanes, isOneWay } from "../draw/lanes";
import { drawPicture, layersOf } from "../draw/layers";
import { drawRings, RING } from "../draw/rings";
import type { WindowSize } from "../layout/place";
import type { Rect, Scene } from "../layout/scene";
import { textOf, type Words } from "../narration/locale";
import { narrate } from "../narration/narration";
import type { Pointed } from "../notes/pointers";
import type { Theme } from "../page/state";
import { verticesOf } from "../picture/chosen";
import { openScene } from "../stage/staged-film";
import { type StageView, WHOLE } from "../stage/view";
import type { Film } from "../trace/film";
import { cardScene } from "./card-scene";
import { croppedPicture, windowedPicture } from "./crop";
import { SHEET } from "./sheet";
import { applyStyles, colourOf, readStyles, type Styles } from "./styles";

const SVG = "http://www.w3.org/2000/svg";
const WINDOW = { width: 712, height: 560 } as const;
const MARGIN = 14;

export interface StillOptions {
  readonly position: number;
  readonly theme: Theme;
  readonly words: Words;
  /** For a card: as low as the drawing can be. */
  readonly low?: boolean;
  /** What of the film is drawn: everything, unless it says otherwise. */
  readonly view?: StageView;
  /** What the step's note points at; it is ringed. */
  readonly pointed?: readonly Pointed[];
  /** Where several steps of one film are drawn: its scene, laid out once by `stillScene`, and the window to which all pictures are cut. */
  readonly laidOut?: { readonly scene: Scene; readonly window: WindowSize };
}

export interface Still {
  readonly svg: SVGSVGElement;
  readonly width: number;
  readonly height: number;
  /** What the step is about, in one sentence. */
  readonly sentence: string;
}

/** The scene for all steps of a film. */
export function stillScene(film: Film, words: Words, view: StageView): Scene {
  return openScene(film.index, WINDOW, (key, params) => words.word(key, params), view);
}

export function drawStill(document: Document, film: Film, options: StillOptions): Still {
  const { position, theme, words, low = false, view = WHOLE } = options;
  const word = (key: string, params?: Record<string, string | number>) => words.word(key, params);
  const scene = options.laidOut?.scene ?? (low ? cardScene(film.index, position, word, view) : stillScene(film, words, view));
  const { picture, lanes, window } = options.laidOut
    ? windowedPicture(film.index, scene, position, word, options.laidOut.window)
    : croppedPicture(film.index, scene, position, word);
  const svg = document.createElementNS(SVG, "svg") as SVGSVGElement;
  select(svg)
    .attr("class", "stage")
    .attr("data-mood", picture.mood)
    .attr("data-show", scene.frames === undefined ? null : "overview");
  const layers = layersOf(select(svg).append("g"));
  const nothing = isOneWay(scene) ? word("stage-nothing-recorded") : null;
  drawLanes(layers.lanes, lanes, { forward: word("stage-forward"), backward: word("stage-backward") }, nothing);
  drawFrames(layers.lanes, scene.frames ?? []);
  drawPicture(layers, picture);
  for (const hidden of svg.querySelectorAll(".is-hidden, .drops")) hidden.remove();
  drawRings(document, svg, verticesOf(film.index, options.pointed ?? []));
  applyStyles(svg, stylesOf(theme));
  const ring = { fill: "none", stroke: colourOf(SHEET, "--sil", theme), "stroke-width": 3, "stroke-dasharray": "7 4" };
  for (const element of svg.querySelectorAll(`.${RING}`)) give(element, ring);
  for (const element of svg.querySelectorAll("*")) settle(element);
  removeEmpty(svg);
  const [width, height] = [Math.ceil(window.width + 2 * MARGIN), Math.ceil(window.height + 2 * MARGIN)];
  const sentence = textOf(narrate(film, position, words));
  const frame = { x: Math.floor(window.x - MARGIN), y: Math.floor(window.y - MARGIN), width, height };
  dress(document, svg, sentence, frame, colourOf(SHEET, "--paper", theme));
  return { svg, width, height, sentence };
}

const stylesRead = new Map<Theme, Styles>();

function stylesOf(theme: Theme): Styles {
  const styles = stylesRead.get(theme) ?? readStyles(SHEET, theme);
  stylesRead.set(theme, styles);
  return styles;
}

/** Set size, background and title; remove what only the page uses. */
function dress(document: Document, svg: SVGSVGElement, sentence: string, frame: Rect, paper: string): void {
  for (const name of ["class", "data-mood", "data-show", "font-family"]) svg.removeAttribute(name);
  const { x, y, width, height } = frame;
  const given = { xmlns: SVG, width, height, viewBox: `${x} ${y} ${width} ${height}`, role: "img", "aria-label": sentence };
  give(svg, given);
  const ground = document.createElementNS(SVG, "rect");
  give(ground, { ...frame, fill: paper });
  const title = document.createElementNS(SVG, "title");
  title.textContent = sentence;
  svg.prepend(title, ground);
}

function give(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
}

/** Without these families a program falls back to any font that has the letters, perhaps one with serifs. */
export const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/;
export const CJK_FAMILIES = '"Noto Sans CJK SC", "WenQuanYi Micro Hei", "PingFang SC", "Microsoft YaHei"';

/** What the page keeps ready and does not show at this step is not in a picture. */
function isUnseen(element: Element): boolean {
  return (
    element.getAttribute("display") === "none" || element.getAttribute("visibility") === "hidden" || element.getAttribute("opacity") === "0"
  );
}

/** Texts and groups without anything in them, the innermost first. */
function removeEmpty(svg: Element): void {
  for (const element of [...svg.querySelectorAll("g, text")].reverse())
    if (element.children.length === 0 && (element.textContent ?? "").trim() === "") element.remove();
}

const PAGE_ONLY = ["role", "tabindex", "aria-pressed", "aria-hidden", "aria-label", "class", "data-id"];

/** Replace what other programs do not support: dashes counted along a path of length 1, capitals and turns by style, things not displayed. */
function settle(element: Element): void {
  if (isUnseen(element)) {
    element.remove();
    return;
  }
  if (element.getAttribute("text-transform") === "uppercase") element.textContent = (element.textContent ?? "").toUpperCase();
  if (element.hasAttribute("pathLength")) {
    const dashes = (element.getAttribute("stroke-dasharray") ?? "").split(/[\s,]+/).map(Number);
    if (dashes.length > 1) element.setAttribute("stroke-dasharray", dashes.map(dash => dash * 150).join(" "));
    else element.removeAttribute("stroke-dasharray");
  }
  if (element.tagName.toLowerCase() === "text" && CJK.test(element.textContent ?? ""))
    element.setAttribute("font-family", `${CJK_FAMILIES}, ${element.getAttribute("font-family") ?? "sans-serif"}`);
  const turn = /rotate\((-?[\d.]+)deg\)/.exec(element.getAttribute("style") ?? "")?.[1];
  if (turn) element.setAttribute("transform", `rotate(${turn})`);
  for (const name of [...PAGE_ONLY, "visibility", "data-cells", "style", "pathLength", "text-transform", "display", "stroke-dashoffset"])
    element.removeAttribute(name);
}
