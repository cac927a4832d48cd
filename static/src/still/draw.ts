/**
 * Draws one step of a film as a self-contained SVG: the same layout and the same drawing as on the stage.
 *
 *     film × step ─▶ pictureAt ─▶ drawPicture ─▶ what is hidden leaves, styles become attributes ─▶ <svg>
 *
 * It works on any document: the browser's for an export, a small one on the server for links, cards and the command line.
 */
import { select } from "d3-selection";
import { drawLanes, isOneWay } from "../draw/lanes";
import { drawPicture, layersOf } from "../draw/layers";
import type { Rect } from "../layout/scene";
import { textOf, type Words } from "../narration/locale";
import { narrate } from "../narration/narration";
import type { Theme } from "../page/state";
import { pictureAt } from "../picture/picture-at";
import { frameWindow } from "../stage/frame";
import { openScene } from "../stage/staged-film";
import { type StageView, WHOLE } from "../stage/view";
import type { Film } from "../trace/film";
import { crop } from "./crop";
import { SHEET } from "./sheet";
import { applyStyles, paperOf, readStyles } from "./styles";

const SVG = "http://www.w3.org/2000/svg";
const WINDOW = { width: 712, height: 560 } as const;
/** A card is wide and low. */
const CARD_WINDOW = frameWindow(WINDOW.width);
const MARGIN = 14;

export interface StillOptions {
  readonly position: number;
  readonly theme: Theme;
  readonly words: Words;
  /** For a card: as low as the drawing can be. */
  readonly low?: boolean;
  /** What of the film is drawn: everything, unless it says otherwise. */
  readonly view?: StageView;
}

export interface Still {
  readonly svg: SVGSVGElement;
  readonly width: number;
  readonly height: number;
  /** What the step is about, in one sentence. */
  readonly sentence: string;
}

export function drawStill(document: Document, film: Film, { position, theme, words, low = false, view = WHOLE }: StillOptions): Still {
  const word = (key: string, params?: Record<string, string | number>) => words.word(key, params);
  const scene = openScene(film.index, low ? CARD_WINDOW : WINDOW, word, view);
  const { picture, lanes, window } = crop(scene, pictureAt(film.index, scene, position, null, word));
  const svg = document.createElementNS(SVG, "svg") as SVGSVGElement;
  select(svg).attr("class", "stage").attr("data-mood", picture.mood);
  const layers = layersOf(select(svg).append("g"));
  const nothing = isOneWay(scene) ? word("stage-nothing-recorded") : null;
  drawLanes(layers.lanes, lanes, { forward: word("stage-forward"), backward: word("stage-backward") }, nothing);
  drawPicture(layers, picture);
  for (const hidden of svg.querySelectorAll(".is-hidden, .drops")) hidden.remove();
  applyStyles(svg, readStyles(SHEET, theme));
  for (const element of svg.querySelectorAll("*")) settle(element);
  const [width, height] = [Math.ceil(window.width + 2 * MARGIN), Math.ceil(window.height + 2 * MARGIN)];
  const sentence = textOf(narrate(film, position, words));
  const frame = { x: Math.floor(window.x - MARGIN), y: Math.floor(window.y - MARGIN), width, height };
  dress(document, svg, sentence, frame, paperOf(SHEET, theme));
  return { svg, width, height, sentence };
}

/** Set size, background and title; remove what only the page uses. */
function dress(document: Document, svg: SVGSVGElement, sentence: string, frame: Rect, paper: string): void {
  for (const name of ["class", "data-mood", "font-family"]) svg.removeAttribute(name);
  const { x, y, width, height } = frame;
  const given = { xmlns: SVG, width, height, viewBox: `${x} ${y} ${width} ${height}`, role: "img", "aria-label": sentence };
  for (const [name, value] of Object.entries(given)) svg.setAttribute(name, `${value}`);
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ ...frame, fill: paper })) ground.setAttribute(name, `${value}`);
  const title = document.createElementNS(SVG, "title");
  title.textContent = sentence;
  svg.prepend(title, ground);
}

/** Without these families a program falls back to any font that has the letters, perhaps one with serifs. */
export const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/;
export const CJK_FAMILIES = '"Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"';

const PAGE_ONLY = ["role", "tabindex", "aria-pressed", "aria-hidden", "aria-label", "class", "data-id"];

/** Replace what other programs do not support: dashes counted along a path of length 1, capitals and turns by style, things not displayed. */
function settle(element: Element): void {
  if (element.getAttribute("display") === "none") {
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
  for (const name of [...PAGE_ONLY, "style", "pathLength", "text-transform", "display", "stroke-dashoffset"]) element.removeAttribute(name);
}
