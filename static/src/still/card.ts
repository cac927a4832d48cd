/** Puts a still on a card with its title, its sentence and, where there is room beside it, its code: what a chat shows for a link. */
import type { Rect } from "../layout/scene";
import type { Theme } from "../page/state";
import { CJK, CJK_FAMILIES, type Still } from "./draw";
import { type CardCode, listing } from "./listing";
import { FAMILY, INK, make, SVG, wrap } from "./text";

const EDGE = 48;
/** The largest at which a title fits. */
const TITLES = [34, 30, 26] as const;
const PROSE = 25;
const LINE = 34;
const TOP = 88;
const LINES = 3;

const CODE = { least: 250, leastAbout: 380, most: 470, gap: 28 } as const;
/** A drawing is not made smaller than this to have code beside it. */
const MIN_SCALE = 0.8;
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
  const baseline = heading.length === 1 ? 62 : 45;
  heading.forEach((line, at) => void text(line, baseline + at * LINE, fontSize, colours.ink, 700));
  text("Gradreel", baseline, 24, colours.mute, 600, "end");
  lines.forEach((line, at) => void text(line, height - 26 - (lines.length - 1 - at) * LINE, PROSE, colours.ink, 400));
  const top = heading.length === 1 ? TOP : TOP + 10;
  const room = { x: EDGE, y: top, width: width - 2 * EDGE, height: height - top - lines.length * LINE - 34 };
  const column = codeWidth(still, room, code);
  if (column > 0) card.append(listing(document, code, { ...room, width: column }, theme));
  const taken = column > 0 ? column + CODE.gap : 0;
  card.append(placed(still, { ...room, x: room.x + taken, width: room.width - taken }));
  return card as SVGSVGElement;
}

/** A title as large as it fits in one line, else in two of the smallest. */
function fitted(title: string, width: number): [readonly string[], number] {
  const size = TITLES.find(each => wrap(title, width, each, 2).length === 1) ?? TITLES[TITLES.length - 1] ?? PROSE;
  return [wrap(title, width, size, 2), size];
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
