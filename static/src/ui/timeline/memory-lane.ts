/** A lane below the timeline: how much memory graphs keep for backward, step by step, and how much at the step that is shown. */
import { el, patch, replace, svg } from "../../dom/dom";
import type { Page, PageStore } from "../../page/state";
import { type Film, lastEventAt } from "../../trace/film";
import { keptAt, keptMemoryOf, mostKept, sizeText } from "../../trace/kept";
import type { Timeline, TimelineEntry } from "../../trace/timelines";
import { type Track, xOf } from "../ticks";
import { MARGIN } from "../track";

/** A film that keeps less has nothing to be seen in a chart. */
const MIN_SHOWN_BYTES = 4096;
export const LANE_HEIGHT_PX = 20;

export interface KeptChart {
  readonly line: Timeline<number>;
  readonly most: TimelineEntry<number>;
}

export interface MemoryLane {
  readonly draw: (page: Page, track: Track, width: number) => void;
}

interface Drawn {
  readonly film: Film;
  readonly whole: KeptChart | null;
  /** Null where the lane is hidden. */
  readonly chart: KeptChart | null;
  readonly xOf: (position: number) => number;
}

/** Null of a film in which nothing is kept, or too little. */
export function chartOf({ run }: Pick<Film, "run">): KeptChart | null {
  const line = keptMemoryOf(run);
  const most = mostKept(line);
  return most === null || most.fact < MIN_SHOWN_BYTES ? null : { line, most };
}

/** Among the steps of the track, which may be those of a story alone, one has enough to be seen. */
export function isSeenOn({ film, positions }: Track, { line }: KeptChart): boolean {
  return positions.some(position => keptAt(line, lastEventAt(film, position)) >= MIN_SHOWN_BYTES);
}

export function createMemoryLane(host: HTMLElement, store: PageStore): MemoryLane {
  const area = svg("path", { class: "kept-area" });
  const head = svg("path", { class: "kept-head" });
  const picture = svg("svg", { class: "kept-chart", "aria-hidden": "true", height: LANE_HEIGHT_PX }, area, head);
  const told = el("p", { class: "kept-told" });
  const lane = el("div", { class: "memory-lane", hidden: true }, picture, told);
  host.append(lane);
  let drawn: Drawn | null = null;
  const moveHead = ({ film, position, words }: Page) => {
    if (drawn?.chart == null || film !== drawn.film) return;
    const { line, most } = drawn.chart;
    head.setAttribute("d", `M${drawn.xOf(position)} 0v${LANE_HEIGHT_PX}`);
    const step = film.index.stepOfEvent(most.event) + 1;
    const now = sizeText(keptAt(line, lastEventAt(film, position)));
    patch(told, words.word("page-kept-memory", { now, most: sizeText(most.fact), step }));
  };
  store.watch(
    page => [page.film, page.position, page.words],
    (_, page) => moveHead(page),
  );
  return {
    draw: (page, track, width) => {
      const { film } = track;
      const whole = drawn?.film === film ? drawn.whole : chartOf(film);
      const chart = whole && isSeenOn(track, whole) ? whole : null;
      drawn = { film, whole, chart, xOf: position => MARGIN + xOf(track, position, width) };
      lane.hidden = chart === null;
      if (chart === null) return replace(told);
      picture.setAttribute("width", `${width + 2 * MARGIN}`);
      area.setAttribute("d", areaOf(chart, track, drawn.xOf));
      moveHead(page);
    },
  };
}

/** A stair from step to step; of steps in one pixel, the one that keeps most. */
export function areaOf({ line, most }: KeptChart, { film, positions }: Track, at: (position: number) => number): string {
  const highest = new Map<number, number>();
  for (const position of positions) {
    const x = Math.round(at(position));
    highest.set(x, Math.max(highest.get(x) ?? 0, keptAt(line, lastEventAt(film, position))));
  }
  const stairs = [...highest].map(([x, bytes]) => `H${x}V${heightOf(bytes, most.fact)}`);
  const first = highest.keys().next().value ?? 0;
  return `M${first} ${LANE_HEIGHT_PX}${stairs.join("")}V${LANE_HEIGHT_PX}Z`;
}

/** From the top. */
function heightOf(bytes: number, most: number): number {
  return Math.round((1 - bytes / most) * (LANE_HEIGHT_PX - 1) * 10) / 10 + (bytes === 0 ? 1 : 0);
}
