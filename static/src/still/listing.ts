/** Writes the lines of the program that matter on a card, or around the present one beside an animation: as many as there is room for. */
import { monoWidth } from "../graph/measure";
import type { Rect } from "../layout/scene";
import type { Theme } from "../page/state";
import type { Diagnosis } from "../trace/contract";
import { CJK, CJK_FAMILIES } from "./draw";
import { clip, INK, make } from "./text";

const CODE = { size: 18, letter: 10.84, row: 27, numbers: 38 } as const;
const MONO_CJK = '"Noto Sans Mono CJK SC", "WenQuanYi Micro Hei Mono"';
const MONO = '"JetBrains Mono", "DejaVu Sans Mono", monospace';

/** What a line did. */
export type LineTone = "save" | "edit" | "sil" | "bad";

export const NO_TONES: ReadonlyMap<number, LineTone> = new Map();

/** As in styles/tokens.css. */
const TONES: Record<Theme, Record<LineTone, { readonly bar: string; readonly ground: string }>> = {
  light: {
    save: { bar: "#6b6459", ground: "#efebe2" },
    edit: { bar: "#8f5400", ground: "#fff1d6" },
    sil: { bar: "#8b46b5", ground: "#f3e8fa" },
    bad: { bar: "#b8321a", ground: "#fce6e0" },
  },
  dark: {
    save: { bar: "#a8a297", ground: "#282a31" },
    edit: { bar: "#f0b24a", ground: "#3a2d14" },
    sil: { bar: "#c48ae8", ground: "#33213f" },
    bad: { bar: "#ff7a5c", ground: "#43211a" },
  },
};

/** The program, and the line that the step is about; null where it is about none. */
export interface CardCode {
  readonly lines: readonly string[];
  readonly current: number | null;
  /** The lines of what is wrong, counted from 1. */
  readonly tones: ReadonlyMap<number, LineTone>;
}

/** Width at which no line is cut. */
export function listingWidth(lines: readonly string[]): number {
  return CODE.numbers + Math.ceil(Math.max(...lines.map(line => monoWidth(line, CODE.size))));
}

/** What is wrong by the lines of one file: the later in the story of a line counts. */
export function tonesOf(diagnosis: Diagnosis, file: number): ReadonlyMap<number, LineTone> {
  const edit = diagnosis.kind === "silent_overwrite" ? "sil" : "edit";
  const parts = { cut: "save", saved: "save", edit, birth: "bad", noticed: "bad", raise: "bad" } as const;
  const marked = Object.entries(parts).flatMap(([part, tone]) => {
    const [line, at] = [diagnosis[`${part as keyof typeof parts}_line`], diagnosis[`${part as keyof typeof parts}_file`]];
    const isEdit = part === "raise" && line === diagnosis.edit_line && at === diagnosis.edit_file;
    return line == null || (at ?? 0) !== file || isEdit ? [] : [[line, tone] as const];
  });
  return new Map(marked);
}

/** As many lines as there is room for: those of what is wrong with what is around them, else those around the current one. */
export function listing(document: Document, code: CardCode, room: Rect, theme: Theme): Element {
  const { lines, current, tones } = code;
  const colours = INK[theme];
  const rows = rowsOf(code, Math.floor(room.height / CODE.row));
  const top = room.y + (room.height - rows.length * CODE.row) / 2;
  const list = make(document, "g", { "font-family": MONO, "font-size": CODE.size });
  const indents = rows.flatMap(number => (number !== null && lines[number - 1]?.trim() ? [indentOf(lines[number - 1] ?? "")] : []));
  const margin = tones.size > 0 ? Math.min(...indents) : 0;
  for (const [at, number] of rows.entries()) {
    const y = top + at * CODE.row;
    const write = (content: string, x: number, fill: string) => {
      const element = make(document, "text", { x, y: y + CODE.row * 0.7, fill });
      element.textContent = content;
      if (CJK.test(content)) element.setAttribute("font-family", `${MONO_CJK}, ${CJK_FAMILIES}, ${MONO}`);
      list.append(element);
    };
    if (number === null) {
      write("⋯", room.x, colours.mute);
      continue;
    }
    const tone = tones.get(number);
    const box = { x: room.x - 8, y, width: room.width + 8, height: CODE.row };
    if (tone !== undefined) {
      const { bar, ground } = TONES[theme][tone];
      list.append(make(document, "rect", { ...box, fill: ground }), make(document, "rect", { ...box, width: 4, fill: bar }));
    } else if (number === current) list.append(make(document, "rect", { ...box, rx: 5, fill: colours.line }));
    const text = (lines[number - 1] ?? "").trimEnd();
    write(`${number}`, room.x, colours.mute);
    const line = clip(text.slice(Math.min(margin, indentOf(text))), room.width - CODE.numbers, CODE.size, monoWidth);
    write(line.trim(), room.x + CODE.numbers + indentOf(line) * CODE.letter, colours.ink);
  }
  return list;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The numbers of the lines that are shown, null where some are left out. */
function rowsOf({ lines, current, tones }: CardCode, most: number): readonly (number | null)[] {
  const shown = Math.min(lines.length, most);
  const around = Math.max(1, Math.min(lines.length - shown + 1, (current ?? 1) - Math.floor(shown / 2)));
  const window = Array.from({ length: shown }, (_, at) => around + at);
  const marked = [...tones.keys()].filter(line => line <= lines.length);
  if (marked.every(line => window.includes(line))) return window;
  for (let radius = most; radius >= 0; radius--) {
    const rows = withGaps(lines, near(marked, radius, lines.length));
    if (rows.length <= most) return rows;
  }
  return window;
}

function near(marked: readonly number[], radius: number, last: number): readonly number[] {
  const lines = new Set(marked.flatMap(line => Array.from({ length: 2 * radius + 1 }, (_, at) => line - radius + at)));
  return [...lines].filter(line => line >= 1 && line <= last).sort((a, b) => a - b);
}

/** Empty lines at the ends of a part say nothing; one line that would be left out is shown in the place of the mark that it is. */
function withGaps(lines: readonly string[], numbers: readonly number[]): readonly (number | null)[] {
  const isBlank = (line: number | undefined) => line !== undefined && (lines[line - 1] ?? "").trim() === "";
  const has = new Set(numbers);
  const kept = numbers.filter(line => !isBlank(line) || (has.has(line - 1) && has.has(line + 1)));
  return kept.flatMap((line, at) => {
    const before = kept[at - 1];
    if (before === undefined || line === before + 1) return [line];
    return line === before + 2 ? [line - 1, line] : [null, line];
  });
}
