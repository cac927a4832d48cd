/**
 * Draws a film as the frames of an animation (GIF, MP4, WebM): title, code, drawing, note, sentence and progress, each where it was before.
 *
 *     film × order ─▶ the steps that are shown, and how long each stays (animation-frames) ─▶ one SVG per step, all of one size
 */
import type { Scene } from "../layout/scene";
import type { Words } from "../narration/locale";
import type { ToldNotes } from "../notes/told";
import type { Theme } from "../page/state";
import type { StageView } from "../stage/view";
import { type Film, stepAt } from "../trace/film";
import { type AnimationFrame, type FramesWanted, framesOf } from "./animation-frames";
import { type Caption, captionAt } from "./caption";
import { placed } from "./card";
import { CJK, CJK_FAMILIES, drawStill, stillScene } from "./draw";
import { type CardCode, listing, listingWidth, NO_TONES } from "./listing";
import { SHEET } from "./sheet";
import { colourOf } from "./styles";
import { FAMILY, INK, make, SVG, wrap } from "./text";

/** All lengths are those of a frame this wide; another width scales the whole. */
const SIZE = { width: 1280, height: 720 } as const;
const EDGE = 40;
const TITLE = { size: 26, y: 48 } as const;
const PROSE = { size: 23, line: 31, lines: 2, bottom: 36 } as const;
/** What an author wrote; above the sentence. */
const NOTE = { size: 21, line: 29, lines: 5, padding: 10, bar: 5, gap: 14 } as const;
const TOP = 72;
const CODE = { least: 240, most: 420, gap: 28 } as const;
/** Of the drawing, in its own pixels: what is larger is shown around what the step is about. */
const WINDOW = { width: 1000, height: 640 } as const;
const BAR = 6;

export interface AnimationOrder extends FramesWanted {
  readonly title: string;
  readonly theme: Theme;
  readonly view: "graph" | "code" | "both";
  /** In pixels. */
  readonly width: number;
}

export interface Animation {
  readonly frames: readonly AnimationFrame[];
  readonly draw: (frame: number) => SVGSVGElement;
}

/** `told` are the author's notes in this film; null where it has none. */
export function animate(
  document: Document,
  film: Film,
  order: AnimationOrder,
  words: Words,
  view: StageView,
  told: ToldNotes | null,
): Animation {
  const frames = framesOf(film, order, view, told, words.lang);
  const scene = stillScene(film, words, view);
  const captions = frames.map(({ position }) => captionAt(film, told, position, words.lang));
  const noteHeight = Math.max(...captions.map(heightOf));
  const drawing = { order, words, view, scene, frames, captions, noteHeight };
  return { frames, draw: frame => drawFrame(document, film, drawing, frame) };
}

interface Drawing {
  readonly order: AnimationOrder;
  readonly words: Words;
  readonly view: StageView;
  readonly scene: Scene;
  readonly frames: readonly AnimationFrame[];
  /** What the author wrote, one for each frame. */
  readonly captions: readonly Caption[];
  /** The same for all frames, so that the drawing stays where it is; 0 without notes. */
  readonly noteHeight: number;
}

function drawFrame(document: Document, film: Film, drawing: Drawing, frame: number): SVGSVGElement {
  const { order, words, view, scene, frames, captions, noteHeight } = drawing;
  const { position } = frames[frame] ?? { position: 0 };
  const caption = captions[frame] ?? NO_CAPTION;
  const { theme, title, width } = order;
  const colours = INK[theme];
  const size = { width, height: evenHeight(width) };
  const viewBox = `0 0 ${SIZE.width} ${SIZE.height}`;
  const svg = make(document, "svg", { xmlns: SVG, ...size, viewBox, "font-family": FAMILY }) as SVGSVGElement;
  svg.append(make(document, "rect", { ...SIZE, fill: colours.paper }));
  const still = drawStill(document, film, { position, theme, words, view, pointed: caption.pointed, laidOut: { scene, window: WINDOW } });
  const write = writerOf(document, svg);
  const steps = [caption.chapter, stepsText(film, frames, position, words)].filter(text => text !== "").join(" · ");
  write(steps, { y: TITLE.y, fill: colours.mute, size: 18, weight: 600, end: true });
  const [heading = ""] = wrap(title, SIZE.width - 2 * EDGE - 24 - steps.length * 11, TITLE.size, 1);
  write(heading, { y: TITLE.y, fill: colours.ink, size: TITLE.size, weight: 700 });
  const below = SIZE.height - PROSE.lines * PROSE.line - PROSE.bottom - 12 - noteHeight;
  const room = { x: EDGE, y: TOP, width: SIZE.width - 2 * EDGE, height: below - TOP };
  const code = codeAt(film, position);
  const taken = columnOf(order.view, code.lines, room.width);
  if (taken > 0) svg.append(listing(document, code, { ...room, width: taken - CODE.gap }, theme));
  if (order.view !== "code") svg.append(placed(still, { ...room, x: room.x + taken, width: room.width - taken }));
  writeNote(document, svg, caption, below + NOTE.gap / 2, theme);
  wrap(still.sentence, SIZE.width - 2 * EDGE, PROSE.size, PROSE.lines).forEach((line, at) => {
    const y = SIZE.height - PROSE.bottom - (PROSE.lines - 1 - at) * PROSE.line;
    write(line, { y, fill: colours.ink, size: PROSE.size, weight: 400 });
  });
  const done = ((frame + 1) / frames.length) * SIZE.width;
  svg.append(make(document, "rect", { x: 0, y: SIZE.height - BAR, width: SIZE.width, height: BAR, fill: colours.line }));
  svg.append(make(document, "rect", { x: 0, y: SIZE.height - BAR, width: done.toFixed(1), height: BAR, fill: colours.mute }));
  return svg;
}

const NO_CAPTION: Caption = { chapter: "", text: "", pointed: [] };

/** The note in as many lines as it takes, at most `NOTE.lines`. */
function rowsOf({ text }: Caption): readonly string[] {
  const width = SIZE.width - 2 * EDGE - NOTE.bar - 2 * NOTE.padding;
  const rows = text
    .split("\n")
    .flatMap(line => wrap(line, width, NOTE.size, NOTE.lines))
    .filter(row => row !== "");
  return rows.length > NOTE.lines ? [...rows.slice(0, NOTE.lines - 1), "…"] : rows;
}

function heightOf(caption: Caption): number {
  const rows = rowsOf(caption).length;
  return rows === 0 ? 0 : rows * NOTE.line + 2 * NOTE.padding + NOTE.gap;
}

function writeNote(document: Document, svg: Element, caption: Caption, y: number, theme: Theme): void {
  const rows = rowsOf(caption);
  if (rows.length === 0) return;
  const box = { x: EDGE, y, width: SIZE.width - 2 * EDGE, height: rows.length * NOTE.line + 2 * NOTE.padding };
  const colour = (name: string) => colourOf(SHEET, name, theme);
  svg.append(
    make(document, "rect", { ...box, fill: colour("--sil-bg") }),
    make(document, "rect", { ...box, width: NOTE.bar, fill: colour("--sil") }),
  );
  const write = writerOf(document, svg);
  const x = box.x + NOTE.bar + NOTE.padding;
  rows.forEach((row, at) => {
    write(row, { x, y: y + NOTE.padding + at * NOTE.line + NOTE.size, fill: colour("--ink"), size: NOTE.size, weight: 400 });
  });
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

function codeAt(film: Film, position: number): CardCode {
  const at = stepAt(film, position);
  const lines = film.index.sources[at?.file ?? 0]?.lines ?? [];
  return { lines: lines.join("\n").trimEnd().split("\n"), current: at?.line ?? null, tones: NO_TONES };
}

interface Style {
  readonly x?: number;
  readonly y: number;
  readonly fill: string;
  readonly size: number;
  readonly weight: number;
  readonly end?: boolean;
}

function writerOf(document: Document, svg: Element) {
  return (content: string, { end = false, x = end ? SIZE.width - EDGE : EDGE, y, fill, size, weight }: Style): void => {
    const anchor = end ? "end" : "start";
    const text = make(document, "text", { x, y, "font-size": size, "font-weight": weight, fill, "text-anchor": anchor });
    text.textContent = content;
    if (CJK.test(content)) text.setAttribute("font-family", `${CJK_FAMILIES}, ${FAMILY}`);
    svg.append(text);
  };
}
