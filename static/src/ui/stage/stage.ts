/**
 * createStage(host, …): the drawing of a film in a page.
 *
 *     show(index, step) ─▶ once per film and set of open groups: stageFilm ─▶ Scene
 *                       └▶ every step:    camera follows, renderer draws pictureAt(scene, step)
 */
import { select } from "d3-selection";
import type { Wording } from "../../graph/sizes";
import { type Rect, roomOf, type Scene } from "../../layout/scene";
import type { StagedFilm } from "../../stage/staged-film";
import type { StageView } from "../../stage/view";
import type { Story } from "../../story/story";
import type { TraceIndex } from "../../trace/index";
import type { Show } from "../../trace/show";
import type { CodeLine } from "../../trace/sources";
import type { Target } from "../../trace/target";
import { createCamera } from "./camera";
import type { ChangeView } from "./change-view";
import { createFilmLayout, type FilmLayoutOptions } from "./film-layout";
import { createRenderer } from "./renderer";
import { createShownFilm } from "./shown-film";
import type { StageSvg } from "./stage-elements";
import { listenToStage, thingOf } from "./stage-events";

export interface StageOptions extends FilmLayoutOptions {
  readonly onSelect: (target: Target | null) => void;
  readonly word: Wording;
  /** Makes the graphs of what is shown; everything is shown without it. */
  readonly tools?: StageView["tools"];
  /** What is shown has changed so that a selected thing can be seen. */
  readonly onShow?: (show: Show) => void;
  /** What the pointer is on, and what that is joined with, is of these lines of code. */
  readonly onLit?: (lines: readonly Required<CodeLine>[]) => void;
  readonly changeView?: ChangeView;
  /** In a frame inside an article the wheel and one finger scroll the article; two fingers, or the wheel with Ctrl, zoom. */
  readonly framed?: boolean;
}

export interface ShowOptions {
  readonly selection?: Target | null;
  /** What of the film is shown. */
  readonly show?: Show;
  readonly story?: Story | null;
  /** False while scrubbing: the state is there at once. */
  readonly animate?: boolean;
}

export interface Stage {
  /** Size of the whole drawing at zoom 1; null before the first film. */
  readonly extent: () => Pick<Scene, "width" | "height" | "compact"> | null;
  readonly show: (index: TraceIndex, step: number, options?: ShowOptions) => void;
  readonly fit: () => void;
  /** Bring what was selected last to the middle, at a size that can be read. */
  readonly approach: () => void;
  /** Open every group, or fold as at first; says whether there is anything to fold. */
  readonly foldAll: () => boolean;
  /** Lay the film out anew, since `tidy` answers otherwise. */
  readonly arrange: () => void;
  /** The host has another size: frame the film anew, as when it was opened. */
  readonly reframe: () => void;
  readonly destroy: () => void;
}

export function createStage(host: HTMLElement, options: StageOptions): Stage {
  const { onSelect, word, tools = null, onShow = () => {}, onLit = () => {}, tidy = () => false, framed = false, changeView } = options;
  host.classList.add("has-stage");
  const svg = select(host).append("svg").attr("class", "stage").attr("role", "group").attr("aria-label", word("stage-label"));
  const resize = () => sizeTo(host, svg);
  const observer = observed(host, () => {
    resize();
    shown.resized();
  });
  const world = svg.append("g").attr("class", "world");
  const camera = createCamera(svg, world, () => renderer.moved(), framed);
  const renderer = createRenderer({ host, svg, world, word, framed, view: camera.transform, goTo: camera.centre });
  const shown = createShownFilm({
    host,
    svg,
    camera,
    renderer,
    layOut: createFilmLayout(options),
    word,
    tools,
    onShow,
    tidy,
    framed,
    changeView,
    resize: () => {
      resize();
      camera.measure();
    },
  });
  listenToStage(svg, onSelect, shown.toggleGroup);
  const darken = lightWhenPointedAt(svg, shown.current, onLit);
  svg.on("focusin", event => {
    const thing = thingOf(event);
    const id = thing?.getAttribute("data-id") ?? null;
    // A view that moves while a button of the mouse is down would take what is pressed away from under it.
    if (thing?.matches(":focus-visible")) camera.follow(roomAround(shown.current(), id), true);
    renderer.focused(id);
  });
  svg.on("focusout", (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && host.contains(event.relatedTarget))) renderer.focused(null);
  });
  return {
    show: (index, step, { selection = null, show = "story", story = null, animate = true } = {}) => {
      if (shown.current()?.index !== index) darken();
      shown.show(index, { step, selection, show, story }, animate);
    },
    extent: () => shown.current()?.scene ?? null,
    fit: () => camera.fit(true),
    approach: camera.approach,
    foldAll: shown.toggleAll,
    arrange: shown.arrange,
    reframe: shown.reframe,
    destroy: () => {
      observer?.disconnect();
      renderer.remove();
      svg.remove();
    },
  };
}

function observed(host: HTMLElement, resized: () => void): ResizeObserver | undefined {
  const observer = globalThis.ResizeObserver && new ResizeObserver(resized);
  observer?.observe(host);
  return observer;
}

/** Of a thing, or of a link's tag. */
function roomAround(film: StagedFilm | null, id: string | null): Rect | null {
  if (film === null || id === null) return null;
  const placed = film.scene.vertices.get(id);
  return placed === undefined ? (film.scene.tags.get(id) ?? null) : roomOf(placed);
}

/** Where nobody points, as in most embeds, nothing is loaded for it. Gives the function that ends what is lit. */
function lightWhenPointedAt(svg: StageSvg, current: () => StagedFilm | null, onLit: NonNullable<StageOptions["onLit"]>): () => void {
  let darken = () => {};
  svg.on("pointerover.first", (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    svg.on("pointerover.first", null);
    const first = thingOf(event);
    void import("./neighbours").then(({ lightNeighbours }) => {
      darken = lightNeighbours(svg, current, onLit, first);
    });
  });
  return () => darken();
}

/**
 * NOTE [Layout] The drawing has a size in pixels. With a part of its host's size it would be measured at several sizes while the page finds
 * out its own, and each time all its texts with it: tens of milliseconds at every step of a large film.
 */
function sizeTo(host: HTMLElement, svg: StageSvg): void {
  const { width, height } = host.getBoundingClientRect();
  if (width > 0) svg.style("width", `${width}px`).style("height", `${height}px`);
}
