/**
 * Draws a film as the frames of an animation (GIF, MP4, WebM): title, code, drawing, sentence and progress, each where it was before.
 *
 *     film × order ─▶ the steps that playing stops at (page/pace), and how long each stays ─▶ one SVG per step, all of one size
 */
import type { Scene } from "../layout/scene";
import type { Words } from "../narration/locale";
import { paceOf } from "../page/pace";
import type { Theme } from "../page/state";
import type { StageView } from "../stage/view";
import { type Film, stepAt } from "../trace/film";
import { FAMILY, INK, listing, listingWidth, make, placed, wrap } from "./card";
import { CJK, CJK_FAMILIES, drawStill, stillScene } from "./draw";

const SVG = "http://www.w3.org/2000/svg";
/** All lengths are those of a frame this wide; another width scales the whole. */
const SIZE = { width: 1280, height: 720 } as const;
const EDGE = 40;
const TITLE = { size: 26, y: 48 } as const;
const PROSE = { size: 23, line: 31, lines: 2, bottom: 36 } as const;
const TOP = 72;
const CODE = { least: 240, most: 420, gap: 28 } as const;
/** Of the drawing, in its own pixels: what is larger is shown around what the step is about. */
const WINDOW = { width: 1000, height: 640 } as const;
const BAR = 6;
/** A loop begins again: its end is to be read first. */
const LAST_MS = 3_000;

export interface AnimationOrder {
  readonly title: string;
  readonly theme: Theme;
  readonly view: "graph" | "code" | "both";
  /** In pixels. */
  readonly width: number;
  /** First and last step, from 1, both included; null for those of the film. */
  readonly first: number | null;
  readonly last: number | null;
  /** How long each step stays; null for as long as on the page. */
  readonly seconds: number | null;
}

export interface AnimationFrame {
  readonly position: number;
  readonly ms: number;
}

export interface Animation {
  readonly frames: readonly AnimationFrame[];
  readonly draw: (frame: number) => SVGSVGElement;
}

export function animate(document: Document, film: Film, order: AnimationOrder, words: Words, view: StageView): Animation {
  const frames = framesOf(film, order, view);
  const scene = stillScene(film, words, view);
  return { frames, draw: frame => drawFrame(document, film, { order, words, view, scene, frames }, frame) };
}

/** The steps that playing stops at, of a story its own, within what is ordered; a film without steps is one frame. */
function framesOf(film: Film, { first, last, seconds }: AnimationOrder, { story, show }: StageView): readonly AnimationFrame[] {
  const shown = show === "story" && story !== null ? story.positions : null;
  const [from, to] = [first === null ? 0 : first - 1, last === null ? film.last : last - 1];
  const asked = (shown ?? film.index.steps.map(step => step.position)).filter(position => position >= from && position <= to);
  if (asked.length === 0) return [{ position: Math.max(0, Math.min(film.last, from)), ms: LAST_MS }];
  const pace = paceOf(film, shown === null && first === null && last === null ? null : asked);
  return pace.positions.map((position, at) => {
    const ms = seconds === null ? pace.durationMs(position) : seconds * 1_000;
    return { position, ms: Math.round(at === pace.positions.length - 1 ? Math.max(ms, LAST_MS) : ms) };
  });
}

interface Drawing {
  readonly order: AnimationOrder;
  readonly words: Words;
  readonly view: StageView;
  readonly scene: Scene;
  readonly frames: readonly AnimationFrame[];
}

function drawFrame(document: Document, film: Film, { order, words, view, scene, frames }: Drawing, frame: number): SVGSVGElement {
  const { position } = frames[frame] ?? { position: 0 };
  const { theme, title, width } = order;
  const colours = INK[theme];
  const size = { width, height: evenHeight(width) };
  const viewBox = `0 0 ${SIZE.width} ${SIZE.height}`;
  const svg = make(document, "svg", { xmlns: SVG, ...size, viewBox, "font-family": FAMILY }) as SVGSVGElement;
  svg.append(make(document, "rect", { ...SIZE, fill: colours.paper }));
  const still = drawStill(document, film, { position, theme, words, view, laidOut: { scene, window: WINDOW } });
  const write = writerOf(document, svg);
  const steps = stepsText(film, frames, position, words);
  write(steps, { y: TITLE.y, fill: colours.mute, size: 18, weight: 600, end: true });
  const [heading = ""] = wrap(title, SIZE.width - 2 * EDGE - 24 - steps.length * 11, TITLE.size, 1);
  write(heading, { y: TITLE.y, fill: colours.ink, size: TITLE.size, weight: 700 });
  const room = { x: EDGE, y: TOP, width: SIZE.width - 2 * EDGE, height: SIZE.height - TOP - PROSE.lines * PROSE.line - PROSE.bottom - 12 };
  const code = codeAt(film, position);
  const taken = columnOf(order.view, code.lines, room.width);
  if (taken > 0) svg.append(listing(document, code, { ...room, width: taken - CODE.gap }, theme));
  if (order.view !== "code") svg.append(placed(still, { ...room, x: room.x + taken, width: room.width - taken }));
  wrap(still.sentence, SIZE.width - 2 * EDGE, PROSE.size, PROSE.lines).forEach((line, at) => {
    const y = SIZE.height - PROSE.bottom - (PROSE.lines - 1 - at) * PROSE.line;
    write(line, { y, fill: colours.ink, size: PROSE.size, weight: 400 });
  });
  const done = ((frame + 1) / frames.length) * SIZE.width;
  svg.append(make(document, "rect", { x: 0, y: SIZE.height - BAR, width: SIZE.width, height: BAR, fill: colours.line }));
  svg.append(make(document, "rect", { x: 0, y: SIZE.height - BAR, width: done.toFixed(1), height: BAR, fill: colours.mute }));
  return svg;
}

/** Width of the code's column and of the gap beside it. */
function columnOf(view: AnimationOrder["view"], lines: readonly string[], width: number): number {
  if (view === "graph") return 0;
  if (view === "code") return width;
  return Math.max(CODE.least, Math.min(CODE.most, listingWidth(lines))) + CODE.gap;
}

/** Encoders of video take even lengths only. */
export function evenHeight(width: number): number {
  return 2 * Math.round((width * SIZE.height) / SIZE.width / 2);
}

/** "Step 7 of 26", and of a film of which not every step is in it, how many are. */
function stepsText(film: Film, frames: readonly AnimationFrame[], position: number, words: Words): string {
  const steps = film.last + 1;
  const params = { step: position + 1, steps, shown: frames.length };
  return words.word(frames.length < steps ? "animation-part" : "animation-step", params);
}

function codeAt(film: Film, position: number): { readonly lines: readonly string[]; readonly current: number | null } {
  const at = stepAt(film, position);
  const lines = film.index.sources[at?.file ?? 0]?.lines ?? [];
  return { lines: lines.join("\n").trimEnd().split("\n"), current: at?.line ?? null };
}

interface Style {
  readonly y: number;
  readonly fill: string;
  readonly size: number;
  readonly weight: number;
  readonly end?: boolean;
}

function writerOf(document: Document, svg: Element) {
  return (content: string, { y, fill, size, weight, end = false }: Style): void => {
    const x = end ? SIZE.width - EDGE : EDGE;
    const anchor = end ? "end" : "start";
    const text = make(document, "text", { x, y, "font-size": size, "font-weight": weight, fill, "text-anchor": anchor });
    text.textContent = content;
    if (CJK.test(content)) text.setAttribute("font-family", `${CJK_FAMILIES}, ${FAMILY}`);
    svg.append(text);
  };
}
