/**
 * Keeps which film a stage shows, at which step and with which groups open, and brings camera and drawing after each change.
 *
 * A film that is opened or refolded is laid out first, perhaps in the background: until then the stage shows what it showed before.
 */
import { type OpenSet, toggled } from "../../fold/folding";
import type { Wording } from "../../graph/sizes";
import { type Rect, roomOf } from "../../layout/scene";
import { vertexOf } from "../../picture/chosen";
import {
  languageOf,
  openedMore,
  prepareFilm,
  refoldFilm,
  reshowFilm,
  revealVertex,
  type StagedFilm,
  translateFilm,
  type UnplacedFilm,
} from "../../stage/staged-film";
import { type StageView, shownOf } from "../../stage/view";
import type { Story } from "../../story/story";
import type { TraceIndex } from "../../trace/index";
import type { Show } from "../../trace/show";
import { sameTarget, type Target } from "../../trace/target";
import type { Camera, FilmKind } from "./camera";
import type { ChangeView } from "./change-view";
import { type FilmLayout, timed, windowSizeOf } from "./film-layout";
import { focusRect, placeOf } from "./focus-rect";
import type { StageRenderer } from "./renderer";
import type { ShownStep, StageSvg } from "./stage-elements";
import { focusOn } from "./stage-events";

/** What of a film is to be shown. */
export interface Asked {
  readonly step: number;
  readonly selection: Target | null;
  readonly show: Show;
  readonly story: Story | null;
}

/** A film that is still being laid out, and how it will be shown. */
interface Opening extends Asked {
  readonly index: TraceIndex;
}

export interface ShownFilm {
  readonly current: () => StagedFilm | null;
  readonly show: (index: TraceIndex, asked: Asked, animate: boolean) => void;
  readonly toggleGroup: (group: string) => void;
  readonly toggleAll: () => boolean;
  /** Lay the film out anew. */
  readonly arrange: () => void;
  /** The stage has another size. */
  readonly reframe: () => void;
  /** The window has another size: a view that nothing has moved since the film was opened is that of the new one. */
  readonly resized: () => void;
}

export interface ShownFilmParts {
  readonly host: HTMLElement;
  readonly svg: StageSvg;
  readonly camera: Camera;
  readonly renderer: StageRenderer;
  readonly layOut: FilmLayout;
  readonly word: Wording;
  readonly tools: StageView["tools"];
  readonly onShow: (show: Show) => void;
  readonly tidy: () => boolean;
  /** Inside an article. */
  readonly framed: boolean;
  /** Keeps the reader's place where something else is shown; without it the film is framed anew. */
  readonly changeView: ChangeView | undefined;
  /** Give the drawing the size of its host, and tell the camera. */
  readonly resize: () => void;
}

export function createShownFilm(parts: ShownFilmParts): ShownFilm {
  const { host, svg, camera, renderer, layOut, word, tools, onShow, tidy, framed, changeView = keepGroup } = parts;
  let shown: ShownStep | null = null;
  let opening: Opening | null = null;
  let asked: Pick<StageView, "show" | "story"> = { show: "story", story: null };
  const focus = () => (shown === null ? null : focusRect(shown, camera.reach()));
  const { frame, resized } = createFraming(parts, () => shown);
  const put = (next: ShownStep, moving: boolean, moveView: () => void) => {
    shown = next;
    camera.setExtent(next.film.scene, kindOf(next.film));
    moveView();
    renderer.show(next, moving);
  };
  const replace = (film: UnplacedFilm, group: string | null) =>
    layOut(film, next => {
      if (shown?.film.index !== next.index) return;
      const after = { ...shown, film: next };
      changeView({ svg, camera, before: shown, after, group, focus, put: moveView => put(after, false, moveView) });
      if (group !== null) focusOn(svg, group);
    });
  // A film that is about to be replaced must not delay the one that replaces it.
  const fold = (film: StagedFilm, open: OpenSet, group: string | null) => opening === null && replace(refoldFilm(film, open, word), group);
  const open = (film: StagedFilm) => {
    const first = firstStep(film, opening?.step ?? 0, opening?.selection ?? null, word);
    opening = null;
    put(first, false, frame);
    if (first.film.show !== film.show) onShow(first.film.show);
    else if (isOther(film, asked)) replace(reshowFilm(film, asked, word), null);
  };
  const go = (before: ShownStep, step: number, selection: Target | null, animate: boolean) => {
    const { next, chosen } = nextStep(before, step, selection, word);
    put(next, animate, () => camera.follow(roomFor(next.film, chosen) ?? focus(), animate));
    if (tidy() && next.film !== before.film) fold(next.film, next.film.open, chosen);
    if (next.film.show !== before.film.show) onShow(next.film.show);
  };
  const openLater = (first: Opening) => {
    const isKnown = opening?.index === first.index;
    opening = first;
    const draft = () => prepareFilm(first.index, windowSizeOf(host, framed), word, { ...asked, tools });
    if (!isKnown) timed(done => layOut(draft(), film => done(() => open(film))));
  };
  return {
    current: () => shown?.film ?? null,
    show: (index, { step, selection, show, story }, animate) => {
      const changed = show !== asked.show || story !== asked.story;
      asked = { show, story };
      if (shown?.film.index === index) {
        // Only another step, or another thing, moves the view away from what is kept in its place.
        const moves = !changed || step !== shown.step || selection !== shown.selection;
        if (changed && isOther(shown.film, asked)) replace(reshowFilm(shown.film, asked, word), null);
        if (moves) go(shown, step, selection, animate);
      } else openLater({ index, step, selection, show, story });
    },
    ...groupActions(() => shown?.film ?? null, fold, word),
    reframe: frame,
    resized,
  };
}

/** Opens the view on what the step is about, and does so anew when the window gets another size, until something moves it. */
function createFraming({ camera, renderer, framed, resize }: ShownFilmParts, current: () => ShownStep | null) {
  let opened = "";
  const frame = () => {
    resize();
    const shown = current();
    if (shown === null) return;
    const focus = focusRect(shown, camera.reach());
    // The first thing that a step is about is the most important one. A picture in an article is made for all of what explains it.
    camera.open(focus, framed ? focus : focusRect(shown, { width: 0, height: 0 }));
    opened = `${camera.transform()}`;
  };
  const resized = () => {
    if (framed || current() === null || `${camera.transform()}` !== opened) return;
    frame();
    renderer.moved();
  };
  return { frame, resized };
}

function roomFor({ scene }: StagedFilm, vertex: string | null): Rect | null {
  const placed = vertex === null ? undefined : scene.vertices.get(vertex);
  return placed === undefined ? null : roomOf(placed);
}

function kindOf({ show, scene }: StagedFilm): FilmKind {
  return show === "story" || scene.compact === true ? "story" : "program";
}

/** Whether a film shows something else than what is asked for. */
function isOther(film: StagedFilm, asked: Pick<StageView, "show" | "story">): boolean {
  return film.show !== shownOf(film.index, { ...asked, tools: film.tools }) || (film.show === "story" && film.story !== asked.story);
}

/** Frames the film anew, or moves the view so that a group that was pressed stays where it is on the screen. */
const keepGroup: ChangeView = ({ camera, before, after, group, focus, put }) => {
  const [from, to] = [before, after].map(({ film }) => (group === null ? null : placeOf(film.scene, group)));
  put(() => (from && to ? camera.keep(from, to) : camera.open(focus())));
};

/** What the reader does with groups: each lays the film out anew. */
function groupActions(
  current: () => StagedFilm | null,
  fold: (film: StagedFilm, open: OpenSet, group: string | null) => void,
  word: Wording,
) {
  return {
    toggleGroup: (group: string) => {
      const film = current();
      if (film !== null) fold(film, toggled(film.open, group), group);
    },
    toggleAll: () => {
      const film = current();
      if (film === null || (film.tree.groups.size === 0 && film.scene.groups.size === 0)) return false;
      fold(film, openedMore(film, word), null);
      return true;
    },
    arrange: () => {
      const film = current();
      if (film !== null) fold(film, film.open, null);
    },
  };
}

function firstStep(film: StagedFilm, step: number, selection: Target | null, word: Wording): ShownStep {
  const chosen = selection === null ? null : vertexOf(film.index, selection);
  return { film: chosen === null ? film : revealVertex(film, chosen, word), step, selection };
}

/** The same film at another step, in the language of now; `chosen` is the vertex that has just been selected, which no closed group hides. */
function nextStep(before: ShownStep, step: number, selection: Target | null, word: Wording): { next: ShownStep; chosen: string | null } {
  const { index, language } = before.film;
  const chosen = selection !== null && !sameTarget(selection, before.selection) ? vertexOf(index, selection) : null;
  const film = language === languageOf(word) ? before.film : translateFilm(before.film, word);
  return { next: { film: chosen === null ? film : revealVertex(film, chosen, word), step, selection }, chosen };
}
