/** Writes text of a bounded width: what cards, captions and animations have in common. */
import { proseWidth } from "../graph/measure";
import type { Theme } from "../page/state";

export const SVG = "http://www.w3.org/2000/svg";
export const FAMILY = '"Inter", "Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", sans-serif';
export const INK: Record<Theme, { readonly ink: string; readonly mute: string; readonly paper: string; readonly line: string }> = {
  light: { ink: "#1d1b18", mute: "#645d53", paper: "#fbfaf7", line: "#fff1d6" },
  dark: { ink: "#eceae4", mute: "#a8a297", paper: "#15161a", line: "#3a2d14" },
};

/** After spaces, and between letters that are written without any, though not before what closes, or a dash. */
const BREAKS = /(?<=\s)(?!– )|(?<=[\u2e80-\u9fff\uff00-\uffef])(?![，。；：、！？）」』”’\s])/;

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

export function clip(line: string, width: number, size: number, measure = proseWidth): string {
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
