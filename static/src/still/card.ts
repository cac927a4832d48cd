/** Puts a still on a card with its title, its sentence and, where there is room beside it, its code: what a chat shows for a link. */
import { monoWidth, proseWidth } from "../graph/measure";
import type { Rect } from "../layout/scene";
import type { Theme } from "../page/state";
import { CJK, CJK_FAMILIES, type Still } from "./draw";

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 48;
/** The largest at which a title fits. */
const TITLES = [34, 30, 26] as const;
const PROSE = 25;
const LINE = 34;
const TOP = 88;
const LINES = 3;
export const FAMILY = '"Inter", "Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", sans-serif';
export const INK: Record<Theme, { readonly ink: string; readonly mute: string; readonly paper: string; readonly line: string }> = {
  light: { ink: "#1d1b18", mute: "#645d53", paper: "#fbfaf7", line: "#fff1d6" },
  dark: { ink: "#eceae4", mute: "#a8a297", paper: "#15161a", line: "#3a2d14" },
};

const CODE = { size: 18, letter: 10.84, row: 27, numbers: 38, least: 250, leastAbout: 380, most: 470, gap: 28 } as const;
/** A drawing is not made smaller than this to have code beside it. */
const MIN_SCALE = 0.8;
const MONO_CJK = '"Noto Sans Mono CJK SC", "WenQuanYi Micro Hei Mono"';
const MONO = '"JetBrains Mono", "DejaVu Sans Mono", monospace';

/** The program, and the line that the step is about; null where it is about none. */
export interface CardCode {
  readonly lines: readonly string[];
  readonly current: number | null;
}

/** What is written on a card, and its size in pixels; the server states both. */
export interface Card {
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

export function drawCard(document: Document, still: Still, { title, width, height }: Card, theme: Theme, code: CardCode): SVGSVGElement {
  const colours = INK[theme];
  const size = { width, height };
  const card = make(document, "svg", { xmlns: SVG, ...size, viewBox: `0 0 ${width} ${height}`, "font-family": FAMILY });
  card.append(make(document, "rect", { ...size, fill: colours.paper }));
  const text = (content: string, y: number, fontSize: number, fill: string, weight: number, anchor = "start") => {
    const x = anchor === "end" ? width - EDGE : EDGE;
    const element = make(document, "text", { x, y, "font-size": fontSize, "font-weight": weight, fill, "text-anchor": anchor });
    element.textContent = content;
    if (CJK.test(content)) element.setAttribute("font-family", `${CJK_FAMILIES}, ${FAMILY}`);
    card.append(element);
  };
  const lines = wrap(still.sentence, width - 2 * EDGE, PROSE, LINES);
  const [heading, fontSize] = fitted(title, width - 2 * EDGE - 180);
  text(heading, 62, fontSize, colours.ink, 700);
  text("Gradreel", 62, 24, colours.mute, 600, "end");
  lines.forEach((line, at) => void text(line, height - 26 - (lines.length - 1 - at) * LINE, PROSE, colours.ink, 400));
  const room = { x: EDGE, y: TOP, width: width - 2 * EDGE, height: height - TOP - lines.length * LINE - 34 };
  const column = codeWidth(still, room, code);
  if (column > 0) card.append(listing(document, code, { ...room, width: column }, theme));
  const taken = column > 0 ? column + CODE.gap : 0;
  card.append(placed(still, { ...room, x: room.x + taken, width: room.width - taken }));
  return card as SVGSVGElement;
}

/** A title as large as it fits in one line. */
function fitted(title: string, width: number): [string, number] {
  const size = TITLES.find(each => wrap(title, width, each, 2).length === 1) ?? TITLES[TITLES.length - 1] ?? PROSE;
  return [wrap(title, width, size, 1)[0] ?? "", size];
}

/** Of the line that the step is about there is enough to read, where the drawing can still be read beside it; 0 for no code. */
function codeWidth(still: Still, room: Rect, { current }: CardCode): number {
  const beside = room.width - still.width * scaleIn(still, room) - CODE.gap;
  const canShrink = current !== null && (room.width - CODE.leastAbout - CODE.gap) / still.width >= MIN_SCALE;
  const width = Math.min(CODE.most, Math.max(beside, canShrink ? CODE.leastAbout : 0));
  return width < CODE.least ? 0 : width;
}

function scaleIn({ width, height }: Still, room: Rect): number {
  return Math.min(room.width / width, room.height / height);
}

/** The still, as large as there is room. */
export function placed(still: Still, room: Rect): SVGSVGElement {
  const scale = scaleIn(still, room);
  const [width, height] = [still.width * scale, still.height * scale];
  const given = { x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width, height };
  for (const [name, value] of Object.entries(given)) still.svg.setAttribute(name, value.toFixed(1));
  return still.svg;
}

/** Width at which no line is cut. */
export function listingWidth(lines: readonly string[]): number {
  return CODE.numbers + Math.ceil(Math.max(...lines.map(line => monoWidth(line, CODE.size))));
}

/** As many lines as there is room for, the current one among them and marked. */
export function listing(document: Document, { lines, current }: CardCode, room: Rect, theme: Theme): Element {
  const colours = INK[theme];
  const shown = Math.min(lines.length, Math.floor(room.height / CODE.row));
  const first = Math.max(0, Math.min(lines.length - shown, (current ?? 1) - 1 - Math.floor(shown / 2)));
  const top = room.y + (room.height - shown * CODE.row) / 2;
  const list = make(document, "g", { "font-family": MONO, "font-size": CODE.size });
  lines.slice(first, first + shown).forEach((text, at) => {
    const number = first + at + 1;
    const y = top + at * CODE.row;
    if (number === current)
      list.append(make(document, "rect", { x: room.x - 8, y, width: room.width + 8, height: CODE.row, rx: 5, fill: colours.line }));
    const write = (content: string, x: number, fill: string) => {
      const element = make(document, "text", { x, y: y + CODE.row * 0.7, fill });
      element.textContent = content;
      if (CJK.test(content)) element.setAttribute("font-family", `${MONO_CJK}, ${CJK_FAMILIES}, ${MONO}`);
      list.append(element);
    };
    const indent = text.length - text.trimStart().length;
    write(`${number}`, room.x, colours.mute);
    const line = clip(text.trimEnd(), room.width - CODE.numbers, CODE.size, monoWidth);
    write(line.trim(), room.x + CODE.numbers + indent * CODE.letter, colours.ink);
  });
  return list;
}

/** After spaces, and between letters that are written without any, though not before what closes. */
const BREAKS = /(?<=\s)|(?<=[\u2e80-\u9fff\uff00-\uffef])(?![，。；：、！？）」』”’\s])/;

/** Break a sentence into lines by estimated width; what does not fit ends in an ellipsis. */
export function wrap(sentence: string, width: number, size: number, most: number): string[] {
  const lines = [""];
  for (const word of sentence.split(BREAKS)) {
    const line = lines[lines.length - 1] ?? "";
    if (line === "" || proseWidth(line + word, size) <= width) lines[lines.length - 1] = line + word;
    else lines.push(word);
  }
  const kept = lines.slice(0, most).map(line => clip(line.trim(), width, size));
  if (lines.length > most) kept[most - 1] = clip(`${kept[most - 1]} …`, width, size);
  return kept;
}

function clip(line: string, width: number, size: number, measure = proseWidth): string {
  if (line.length < 2 || measure(line, size) <= width) return line;
  // By halves: a program's line may have tens of thousands of characters.
  let [fits, end] = [1, line.length];
  while (end - fits > 1) {
    const middle = (fits + end) >> 1;
    if (measure(line.slice(0, middle), size) > width) end = middle;
    else fits = middle;
  }
  return `${line.slice(0, fits - 1)}…`;
}

export function make(document: Document, tag: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  return element;
}
