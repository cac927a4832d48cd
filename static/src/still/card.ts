/** Puts a still on a card with its title and its sentence: what a chat or a forum shows for a link. */
import { proseWidth } from "../graph/measure";
import type { Theme } from "../page/state";
import { CJK, CJK_FAMILIES, type Still } from "./draw";

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 48;
const TITLE = 34;
const PROSE = 25;
const LINE = 34;
const TOP = 88;
const LINES = 2;
const FAMILY = '"Inter", "Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", sans-serif';
const INK: Record<Theme, { readonly ink: string; readonly mute: string; readonly paper: string }> = {
  light: { ink: "#1d1b18", mute: "#645d53", paper: "#fbfaf7" },
  dark: { ink: "#eceae4", mute: "#a8a297", paper: "#15161a" },
};

/** What is written on a card, and its size in pixels; the server states both. */
export interface Card {
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

export function drawCard(document: Document, still: Still, { title, width, height }: Card, theme: Theme): SVGSVGElement {
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
  text(wrap(title, width - 2 * EDGE - 180, TITLE, 1)[0] ?? "", 62, TITLE, colours.ink, 700);
  text("Gradreel", 62, 24, colours.mute, 600, "end");
  lines.forEach((line, at) => void text(line, height - 26 - (lines.length - 1 - at) * LINE, PROSE, colours.ink, 400));
  card.append(placed(still, width, height - TOP - lines.length * LINE - 34));
  return card as SVGSVGElement;
}

/** The still, as large as there is room. */
function placed({ svg, width, height }: Still, cardWidth: number, room: number): SVGSVGElement {
  const scale = Math.min((cardWidth - 2 * EDGE) / width, room / height);
  const given = {
    x: (cardWidth - width * scale) / 2,
    y: TOP + (room - height * scale) / 2,
    width: width * scale,
    height: height * scale,
  };
  for (const [name, value] of Object.entries(given)) svg.setAttribute(name, value.toFixed(1));
  return svg;
}

/** Break a sentence into lines by estimated width; what does not fit ends in an ellipsis. */
function wrap(sentence: string, width: number, size: number, most: number): string[] {
  const lines = [""];
  for (const word of sentence.split(/(?<=[\s，。；：、])/)) {
    const line = lines[lines.length - 1] ?? "";
    if (line === "" || proseWidth(line + word, size) <= width) lines[lines.length - 1] = line + word;
    else lines.push(word);
  }
  const kept = lines.slice(0, most).map(line => clip(line.trim(), width, size));
  if (lines.length > most) kept[most - 1] = clip(`${kept[most - 1]} …`, width, size);
  return kept;
}

function clip(line: string, width: number, size: number): string {
  let end = line.length;
  while (end > 1 && proseWidth(line.slice(0, end), size) > width) end -= 1;
  return end === line.length ? line : `${line.slice(0, end - 1)}…`;
}

function make(document: Document, tag: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  return element;
}
