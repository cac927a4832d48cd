/** The borders of the stage can be dragged, or moved with the arrow keys; a double click puts them back. */

import { el } from "../dom/dom";
import type { PageStore } from "../page/state";

interface Side {
  readonly variable: string;
  readonly className: string;
  readonly label: string;
  readonly min: number;
  /** 1 when dragging to the right widens the pane. */
  readonly sign: 1 | -1;
}

const SIDES: readonly Side[] = [
  { variable: "--code-width", className: "splitter left", label: "page-resize-code", min: 280, sign: 1 },
  { variable: "--side-width", className: "splitter right", label: "page-resize-side", min: 220, sign: -1 },
];
const STAGE_MIN = 320;
const KEY_STEP = 24;

export function createSplitters(play: HTMLElement, store: PageStore): void {
  const panes = [play.firstElementChild, play.lastElementChild] as HTMLElement[];
  SIDES.forEach((side, at) => {
    const pane = panes[at];
    if (pane) play.append(splitter(play, pane, side, store));
  });
}

function splitter(play: HTMLElement, pane: HTMLElement, side: Side, store: PageStore): HTMLElement {
  const handle = el("div", { class: side.className, role: "separator", tabindex: "0", "aria-orientation": "vertical" });
  const widthNow = () => pane.getBoundingClientRect().width;
  const resize = (width: number) => {
    const most = widthNow() + stageWidth(play) - STAGE_MIN;
    const next = Math.round(Math.max(side.min, Math.min(most, width)));
    document.documentElement.style.setProperty(side.variable, `${next}px`);
    handle.setAttribute("aria-valuenow", `${next}`);
  };

  handle.addEventListener("pointerdown", event => {
    const [from, width] = [event.clientX, widthNow()];
    const move = (moved: PointerEvent) => resize(width + side.sign * (moved.clientX - from));
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), { once: true });
    event.preventDefault();
  });
  handle.addEventListener("dblclick", () => document.documentElement.style.removeProperty(side.variable));
  handle.addEventListener("keydown", event => {
    const by = { ArrowRight: KEY_STEP, ArrowLeft: -KEY_STEP }[event.key];
    if (by === undefined) return;
    resize(widthNow() + side.sign * by);
    event.preventDefault();
  });
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      handle.setAttribute("aria-label", words.word(side.label));
      handle.setAttribute("aria-valuemin", `${side.min}`);
    },
  );
  // By an observer: to ask for widths while the page is built would lay it out once more.
  const measured = new ResizeObserver(() => {
    handle.setAttribute("aria-valuenow", `${Math.round(widthNow())}`);
    handle.setAttribute("aria-valuemax", `${Math.round(play.clientWidth - STAGE_MIN)}`);
  });
  measured.observe(pane);
  measured.observe(play);
  return handle;
}

function stageWidth(play: HTMLElement): number {
  return play.querySelector(".film-pane")?.getBoundingClientRect().width ?? 0;
}
