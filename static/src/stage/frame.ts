/**
 * How high the frame of an embed must be for the picture that it opens with to be whole. It follows from the film and the width alone.
 *
 * The playing embed announces this height, and the server publishes it with the code to paste: so both ask here.
 */
import type { Wording } from "../graph/sizes";
import type { WindowSize } from "../layout/place";
import { linesOfCell } from "../trace/cell-lines";
import { codeCells } from "../trace/cells";
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS, thingsIn } from "../trace/show";
import { tools as framedTools } from "./framed-film";
import { stageFilm } from "./staged-film";
import { type StageView, shownOf, WHOLE } from "./view";

export type FrameView = "graph" | "code" | "both";

interface Extent {
  readonly width: number;
  readonly height: number;
  /** A story: it is read at this zoom at least. */
  readonly compact?: boolean;
}

const [MIN_STORY_ZOOM, MIN_PHONE_STORY_ZOOM] = [0.75, 0.8];

const MIN_STAGE_PX = 200;
/** Higher than the first only where a film could not be seen whole otherwise. */
const MAX_STAGE_PX = 560;
const MAX_TALL_STAGE_PX = 720;
const MAX_STORY_PX = 804;
/** A story keeps less where it would be higher; routed, its lines may need a little more. */
const MAX_STORY_HEIGHT = 560;
const MAX_PHONE_STORY_HEIGHT = 480;
const PHONE_WIDTH_PX = 480;
const MARGIN_PX = 28;
/** A film that is smaller than this at the frame's width opens on what its step is about, at `NEAR` (see ui/stage/camera.ts). */
const MIN_WHOLE_ZOOM = 0.5;
const NEAR_ZOOM = 0.7;

/** Of styles/embed.css: the sentence, the transport, the line with the diagnosis, the button above one cell, the borders, and a line of code. */
const SENTENCE_PX = 60;
const NARROW_SENTENCE_PX = 79;
const NARROW_PX = 520;
const BAR_PX = 54;
const WHY_PX = 34;
const WHOLE_PX = 30;
const BORDERS_PX = 2;
const LINE_PX = 20;
const LIST_PADDING_PX = 16;
const LETTER_PX = 7.53;
const NUMBERS_PX = 58;
/** Graph and code lie side by side from this width on. */
const MIN_BESIDE_PX = 720;
const CODE_PART = 0.42;
const MAX_CODE_PX = 400;

/** The window that a film in a frame is laid out for; the height of the frame must not change it. */
export function frameWindow(width: number): WindowSize {
  const inner = Math.max(290, Math.min(712, width - MARGIN_PX));
  const maxHeight = inner < PHONE_WIDTH_PX ? MAX_PHONE_STORY_HEIGHT : MAX_STORY_HEIGHT;
  return { width: inner, height: MIN_STAGE_PX - MARGIN_PX, maxHeight };
}

/** A story in a frame is not shown smaller than this. For a phone it is laid out narrower, so that its texts are not too small there. */
export function minStoryZoom(stageWidth: number): number {
  return stageWidth < PHONE_WIDTH_PX ? MIN_PHONE_STORY_ZOOM : MIN_STORY_ZOOM;
}

/** Height of a stage of this width that shows the whole extent of a film, or all of its height where it is too wide to be read whole. */
export function stageHeight({ width, height, compact = false }: Extent, stageWidth: number): number {
  const whole = (stageWidth - MARGIN_PX) / width;
  const [readable, near] = compact ? [minStoryZoom(stageWidth), minStoryZoom(stageWidth)] : [MIN_WHOLE_ZOOM, NEAR_ZOOM];
  const zoom = whole < readable ? near : Math.min(1, whole);
  const [wanted, least] = [zoom, Math.min(zoom, readable)].map(each => Math.ceil(height * each) + MARGIN_PX) as [number, number];
  if (compact) return Math.max(MIN_STAGE_PX, Math.min(MAX_STORY_PX, wanted));
  if (least > MAX_STAGE_PX && least <= MAX_TALL_STAGE_PX) return least;
  return Math.max(MIN_STAGE_PX, Math.min(MAX_STAGE_PX, wanted));
}

/** Height of code in a frame: all of it, up to the highest stage. */
export function listHeight(linesHeight: number): number {
  return Math.min(MAX_STAGE_PX, linesHeight + LIST_PADDING_PX);
}

/** The widths at which a frame is to be high enough: a story or an overview is laid out for a phone, and so whole there too. */
export function widthsOf(
  index: TraceIndex,
  shown: StageView,
  view: FrameView,
  width: number,
  narrowest: number | null,
): readonly [number, ...number[]] {
  return narrowest !== null && view === "graph" && shownOf(index, shown) !== "all" ? [width, narrowest] : [width];
}

/** What an embed shows: `cell` is the number of the cell whose code alone it opens with. */
interface FrameContent extends StageView {
  readonly cell?: number | null;
}

/** Height of the whole frame at a width, both in pixels, before anything is drawn. */
export function frameHeight(index: TraceIndex, view: FrameView, width: number, word: Wording, shown: FrameContent): number {
  const inner = width - BORDERS_PX;
  const beside = view === "both" && width >= MIN_BESIDE_PX;
  const codeWidth = beside ? Math.min(inner * CODE_PART, MAX_CODE_PX) : inner;
  const stageWidth = beside ? inner - codeWidth : inner;
  const stage = view === "code" ? 0 : stageHeight(extentOf(index, stageWidth, word, shown), stageWidth);
  const code = view === "graph" ? 0 : codeHeight(index, view === "both" ? codeWidth : null, shown.cell);
  const why = index.run.diagnoses.length > 0 ? WHY_PX : 0;
  const sentence = width > NARROW_PX ? SENTENCE_PX : NARROW_SENTENCE_PX;
  return Math.ceil(sentence + (beside ? Math.max(stage, code) : stage + code) + why + BAR_PX + BORDERS_PX);
}

function codeHeight(index: TraceIndex, width: number | null, asked: number | null | undefined): number {
  const lines = index.sources[0]?.lines ?? [];
  const cell = codeCells(index.run).find(each => each.index === asked);
  if (cell === undefined) return listHeight(LINE_PX * rowsOf(lines, width));
  const [first, last] = linesOfCell(cell, lines);
  return WHOLE_PX + listHeight(LINE_PX * rowsOf(lines.slice(first - 1, last), width));
}

function extentOf(index: TraceIndex, stageWidth: number, word: Wording, shown: StageView): Extent {
  const view = thingsIn(index) > MAX_THINGS ? shown : { ...WHOLE, tools: framedTools };
  return stageFilm(index, frameWindow(stageWidth), word, view).scene;
}

/** Lines on the screen; beside the graph long lines are broken. */
function rowsOf(lines: readonly string[], width: number | null): number {
  if (width === null) return lines.length;
  const letters = Math.max(1, Math.floor((width - NUMBERS_PX) / LETTER_PX));
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / letters)), 0);
}
