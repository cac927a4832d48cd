/** Estimates how high the author's notes are in the frame of an embed, as styles/notes.css shows them: as high as the longest of them. */
import { proseWidth } from "../graph/measure";
import type { Lang } from "../narration/locale";
import { inLanguage, type ToldNotes } from "../notes/told";
import type { NoteBlock, ShownNote } from "../trace/contract";
import { wrap } from "./text";

/** Of styles/notes.css. */
const WIDE = { line: 21, size: 14, most: 200, edges: 13, side: 28 };
const NARROW: typeof WIDE = { line: 20.25, size: 13.5, most: 240, edges: 9, side: 20 };
const NARROW_PX = 520;
const NOTE = { block: 4, edges: 6, side: 27, points: 26 };
/** Beside the note, in a narrow frame above it. */
const CHAPTERS = { height: 24, part: 0.38, most: 250, gap: 12, above: 28 };
const LOST_PX = 24;
const MOST_ROWS = 99;

/** Height in pixels for a frame of this width; 0 where there are no notes. */
export function noteRoom(told: ToldNotes | null, lang: Lang, width: number): number {
  if (told === null) return 0;
  const isNarrow = width <= NARROW_PX;
  const style = isNarrow ? NARROW : WIDE;
  const inner = width - style.side;
  const named = told.chapters.length > 0;
  const beside = named && !isNarrow ? Math.min(CHAPTERS.most, inner * CHAPTERS.part) + CHAPTERS.gap : 0;
  const textWidth = inner - beside - NOTE.side;
  const heights = [...told.notes.values()].map(notes =>
    notes.reduce((sum, note) => sum + heightOf(note, lang, textWidth, style), NOTE.edges),
  );
  const rest = (told.lost.length > 0 ? LOST_PX : 0) + (named && isNarrow ? CHAPTERS.above : 0);
  return Math.ceil(style.edges + Math.min(style.most - style.edges, rest + Math.max(0, beside > 0 ? CHAPTERS.height : 0, ...heights)));
}

function heightOf({ text, points }: ShownNote, lang: Lang, width: number, { line, size }: typeof WIDE): number {
  const blocks = inLanguage(text, lang).text;
  const rows = blocks.reduce((sum, block) => sum + rowsOf(block, width, size), 0);
  return rows * line + blocks.length * NOTE.block + (points.length > 0 ? NOTE.points : 0);
}

/** Code is not broken; a word that is wider than its line is. */
function rowsOf({ kind, pieces }: NoteBlock, width: number, size: number): number {
  const lines = pieces
    .map(({ text }) => text)
    .join("")
    .split("\n");
  if (kind === "code") return lines.length;
  return lines.reduce((sum, text) => {
    const rows = wrap(text, width, size, MOST_ROWS).length;
    return sum + Math.max(rows, Math.ceil(proseWidth(text, size) / width));
  }, 0);
}
