/**
 * createStage(host, …): the drawing of a film in a page.
 *
 *     show(index, step) ─▶ once per film and fold: openFilm ─▶ Scene
 *                       └▶ every step:    camera follows, projector draws pictureAt(scene, step)
 */
import { select } from "d3-selection";
import { type OpenSet, openAll, openAtFirst, toggled } from "../../fold/folding";
import type { Wording } from "../../graph/sizes";
import type { Aside } from "../../layout/background";
import type { Fill } from "../../layout/place";
import { boxOf, type Point, type Rect, roomOf, type Scene, union } from "../../layout/scene";
import { vertexOf } from "../../picture/chosen";
import { focusOf } from "../../picture/focus";
import { keysOf } from "../../picture/keys";
import { type Draft, draftOf, type Film, finished, redraft, revealing, tongueOf, translated } from "../../stage/staged-film";
import type { TraceIndex } from "../../trace/index";
import { stateAt } from "../../trace/state";
import { sameTarget, type Target } from "../../trace/target";
import { createCamera } from "./camera";
import { createProjector, type Shown } from "./projector";

export interface StageOptions {
  readonly onSelect: (target: Target | null) => void;
  readonly word: Wording;
  /** In a frame inside an article the wheel and one finger scroll the article; two fingers, or the wheel with Ctrl, zoom. */
  readonly framed?: boolean;
  /** Lays out what is large; without it the page stands still meanwhile. */
  readonly aside?: Aside;
  /** Whether the reader wants few crossings rather than the order of execution; needs `aside`. */
  readonly tidy?: () => boolean;
  /** Called with the number of things that are being laid out aside, and with null when that is over. */
  readonly onLayout?: (things: number | null) => void;
}

export interface ShowOptions {
  readonly selection?: Target | null;
  /** False while scrubbing: the state is there at once. */
  readonly animate?: boolean;
}

export interface Stage {
  /** Size of the whole drawing at zoom 1; null before the first film. */
  readonly extent: () => { readonly width: number; readonly height: number } | null;
  readonly show: (index: TraceIndex, step: number, options?: ShowOptions) => void;
  readonly fit: () => void;
  /** Open every group, or fold as at first; says whether there is anything to fold. */
  readonly foldAll: () => boolean;
  /** Lay the film out anew, since `tidy` answers otherwise. */
  readonly arrange: () => void;
  /** The host has another size: frame the film anew, as when it was opened. */
  readonly reframe: () => void;
  readonly destroy: () => void;
}

export function createStage(host: HTMLElement, options: StageOptions): Stage {
  const { onSelect, word, framed = false } = options;
  host.classList.add("has-stage");
  const svg = select(host).append("svg").attr("class", "stage").attr("role", "group").attr("aria-label", word("stage-label"));
  const observer = globalThis.ResizeObserver && new ResizeObserver(() => sizeTo(host, svg));
  observer?.observe(host);
  const world = svg.append("g").attr("class", "world");
  const camera = createCamera(svg, world, () => projector.moved(), framed);
  const projector = createProjector({ host, svg, world, word, framed, view: camera.transform, goTo: camera.centre });
  const layOut = createLayout(options);
  let shown: Shown | null = null;
  /** A film that is still being laid out, and the step at which it will be shown. */
  let opening: { readonly index: TraceIndex; readonly step: number; readonly selection: Target | null } | null = null;
  const focus = () => (shown === null ? null : focusRect(shown, camera.reach()));
  const refold = (next: Film, anchor: string | null) => {
    if (shown === null) return;
    const before = anchor === null ? null : placeOf(shown.film.scene, anchor);
    const after = anchor === null ? null : placeOf(next.scene, anchor);
    shown = { ...shown, film: next };
    camera.setExtent(next.scene.width, next.scene.height);
    if (before === null || after === null) camera.open(focus());
    else camera.keep(before, after);
    projector.show(shown, false);
    if (anchor !== null) focusOn(svg, anchor);
  };
  const fold = (film: Film, open: OpenSet, anchor: string | null) => {
    // What is about to go must not hold up what comes.
    if (opening !== null) return;
    layOut(redraft(film, open, word), next => {
      if (shown?.film.index === next.index) refold(next, anchor);
    });
  };
  listen(svg, onSelect, group => {
    if (shown !== null) fold(shown.film, toggled(shown.film.open, group), group);
  });
  svg.on("focusin", event => {
    const id = thingOf(event)?.getAttribute("data-id") ?? null;
    const { scene } = shown?.film ?? {};
    const placed = id === null ? undefined : scene?.vertices.get(id);
    camera.follow(placed === undefined ? (scene?.tags.get(id ?? "") ?? null) : roomOf(placed), true);
    projector.reached(id);
  });
  svg.on("focusout", (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && host.contains(event.relatedTarget))) projector.reached(null);
  });
  const open = (film: Film) => {
    const { step = 0, selection = null } = opening ?? {};
    opening = null;
    const chosen = selection === null ? null : vertexOf(film.index, selection);
    shown = { film: chosen === null ? film : revealing(film, chosen, word), step, selection };
    camera.setExtent(shown.film.scene.width, shown.film.scene.height);
    sizeTo(host, svg);
    camera.open(focus());
    projector.show(shown, false);
  };
  const go = (before: Shown, step: number, selection: Target | null, animate: boolean) => {
    const { index } = before.film;
    const chosen = selection !== null && !sameTarget(selection, before.selection) ? vertexOf(index, selection) : null;
    const spoken = before.film.tongue === tongueOf(word) ? before.film : translated(before.film, word);
    shown = { film: chosen === null ? spoken : revealing(spoken, chosen, word), step, selection };
    const { scene } = shown.film;
    camera.setExtent(scene.width, scene.height);
    const placed = chosen === null ? undefined : scene.vertices.get(chosen);
    camera.follow(placed === undefined ? focus() : roomOf(placed), animate);
    projector.show(shown, animate);
    if (options.tidy?.() === true && shown.film !== before.film) fold(shown.film, shown.film.open, chosen);
  };
  return {
    show: (index, step, { selection = null, animate = true } = {}) => {
      if (shown?.film.index === index) {
        go(shown, step, selection, animate);
        return;
      }
      const known = opening?.index === index;
      opening = { index, step, selection };
      if (!known) timed(done => layOut(draftOf(index, windowOf(host), word), film => done(() => open(film))));
    },
    extent: () => shown && { width: shown.film.scene.width, height: shown.film.scene.height },
    fit: () => camera.fit(true),
    foldAll: () => {
      if (shown === null || shown.film.tree.groups.size === 0) return false;
      const { film } = shown;
      const all = openAll(film.tree);
      fold(film, film.open.size < all.size ? all : openAtFirst(film.tree), null);
      return true;
    },
    arrange: () => {
      if (shown !== null) fold(shown.film, shown.film.open, null);
    },
    reframe: () => {
      sizeTo(host, svg);
      if (shown !== null) camera.open(focus());
    },
    destroy: () => {
      observer?.disconnect();
      projector.remove();
      svg.remove();
    },
  };
}

/**
 * NOTE [Layout] The drawing has a size in pixels. With a part of its host's size it would be measured at several sizes while the page finds
 * out its own, and each time all its texts with it: tens of milliseconds at every step of a large film.
 */
function sizeTo(host: HTMLElement, svg: Svg): void {
  const { width, height } = host.getBoundingClientRect();
  if (width > 0) svg.style("width", `${width}px`).style("height", `${height}px`);
}

/** Lays out one draft at a time: a new one takes the place of the last, which nobody waits for any more. */
function createLayout(options: StageOptions): (draft: Draft, done: (film: Film) => void) => void {
  const { aside, onLayout = () => {} } = options;
  return (draft, done) => {
    const things = draft.shown.vertices.length;
    aside?.giveUp();
    onLayout(null);
    const tidy = options.tidy?.() === true;
    if (aside === undefined || (!tidy && things < aside.from)) {
      done(finished(draft));
      return;
    }
    onLayout(things);
    aside.layOut(draft.shown, draft.fill, tidy, scene => {
      onLayout(null);
      done(finished(draft, scene));
    });
  };
}

/** Leaves the time that the layout took where a profiler and benchmarks/page.py find it. */
function timed(work: (done: (act: () => void) => void) => void): void {
  const start = performance.now();
  work(act => {
    performance.clearMeasures("gradreel:layout");
    performance.measure("gradreel:layout", { start });
    act();
  });
}

/** A small film is spread over the window in which it is opened. */
function windowOf(host: HTMLElement): Fill {
  const { width, height } = host.getBoundingClientRect();
  return { width: Math.max(340, Math.min(712, width - 28)), height: height > 0 ? Math.min(690, height - 64) : 420 };
}

/** Where a group is on the stage: its box when it is closed, its handle when it is open. */
function placeOf(scene: Scene, group: string): Point | null {
  const closed = scene.vertices.get(group);
  if (closed !== undefined) return { x: closed.x, y: closed.y };
  const handle = scene.handles.find(candidate => candidate.handle.group.id === group);
  return handle === undefined ? null : { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
}

/** Steps that are looked through at most for what a step without a subject came from: a program may print for a long time. */
const farthest = 100;

/**
 * As much of what the step is about as can be seen at once at the chosen zoom, the most telling first. What does not fit, such as a weight
 * at the other end of the film, is left out: zooming out and in again at every step would show nothing well.
 */
function focusRect({ film, step }: Shown, most: { readonly width: number; readonly height: number }): Rect | null {
  const { index, scene } = film;
  let state = stateAt(index, step);
  const about = () => focusOf(index, state, keysOf(index, state, scene.standsFor));
  let ids = about();
  // What is only printed is best looked at where it came from.
  for (let at = step - 1; ids.length === 0 && at >= Math.max(0, step - farthest); at--) {
    state = stateAt(index, at);
    ids = about();
  }
  let seen: Rect | null = null;
  for (const id of ids) {
    const placed = scene.vertices.get(scene.standsFor(id));
    // What a node may come to say under itself needs no room before it does.
    const silent = placed?.vertex.kind === "node" && state.failure?.node !== id;
    const rects = [placed === undefined ? undefined : silent ? boxOf(placed) : roomOf(placed), scene.tags.get(id)];
    for (const rect of rects) {
      if (rect === undefined) continue;
      const both: Rect = seen === null ? rect : union(seen, rect);
      if (seen === null || (both.width <= most.width && both.height <= most.height)) seen = both;
    }
  }
  return seen;
}

type Svg = ReturnType<typeof svgOf>;
const svgOf = (host: HTMLElement) => select(host).append("svg");

function listen(svg: Svg, onSelect: (target: Target | null) => void, onFold: (group: string) => void): void {
  const groupOf = (event: Event): string | null => {
    const thing = thingOf(event);
    return thing === null ? null : ((select(thing).datum() as { group?: string }).group ?? null);
  };
  const targetOf = (event: Event): Target | null => {
    const thing = thingOf(event);
    const view = thing === null ? null : (select(thing).datum() as { target: Target | null });
    return view?.target ?? storageOf(event);
  };
  svg.on("click", event => {
    const group = groupOf(event);
    if (group === null) onSelect(targetOf(event));
    else onFold(group);
  });
  svg.on("keydown", (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const [group, target] = [groupOf(event), targetOf(event)];
    if (group === null && target === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (group !== null) onFold(group);
    else onSelect(target);
  });
}

/** A group that opens hands the keyboard to its handle, and back. */
function focusOn(svg: Svg, group: string): void {
  const thing = svg.selectAll<SVGGElement, { readonly group?: string }>("g.thing[tabindex]").filter(view => view.group === group);
  thing.node()?.focus({ preventScroll: true });
}

function thingOf(event: Event): Element | null {
  return (event.target as Element).closest?.("g.thing") ?? null;
}

function storageOf(event: Event): Target | null {
  const storage = (event.target as Element).closest?.("g.storage") ?? null;
  const id = storage?.getAttribute("data-id")?.replace("storage:", "");
  return id === undefined ? null : { kind: "storage", id };
}
