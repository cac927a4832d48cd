/** Moves through a film: to a step, playing, to an edit. All that an embed needs of the actions. */
import type { Story } from "../story/story";
import type { Example, Run } from "../trace/contract";
import { type Film, makeFilm, nearestEdit } from "../trace/film";
import type { TraceIndex } from "../trace/index";
import type { Target } from "../trace/target";
import type { Pace } from "./pace";
import { heldAt, type Page, type PageStore, type Pane, type SideTab, shownPositions } from "./state";
import { createTimer, introOf, SPEEDS, stepDurationMs } from "./timing";

export function createChoices(store: PageStore) {
  return {
    select: (selection: Target | null) => store.set({ selection, ...(selection ? { sideTab: "details" as const } : {}) }),
    setCode: (code: string) => store.set({ code }),
    openExample: (example: Example) => store.set({ code: example.code, example: example.id, pane: "code" }),
    openPane: (pane: Pane) => store.set({ pane }),
    openTab: (sideTab: SideTab) => store.set({ sideTab }),
  };
}

export type Player = ReturnType<typeof createPlayer>;

/** The steps at which a film stops while it plays. */
export type PaceOf = (film: Film, shown: readonly number[] | null) => Pace;

/** `storyOf` finds the story of a film, where stories are shown. */
export type StoryOf = (index: TraceIndex, about: string | null) => Story | null;

export function createPlayer(store: PageStore, reducedMotion: () => boolean, storyOf: StoryOf = () => null, paceOf: PaceOf = everyStep) {
  const clock = createTimer();

  const goTo = (position: number): void => {
    const { film } = store.get();
    if (!film) return;
    clock.stop();
    store.set({ position: heldAt(store.get(), Math.max(0, Math.min(film.last, position))), playing: false, arriving: false });
  };

  const playOn = (): void => {
    const { film, position, speed } = store.get();
    if (film) clock.start(paceOf(film, shownPositions(store.get())).durationMs(position) / speed, advance);
  };

  const advance = (): void => {
    const { film, position, loop } = store.get();
    if (!film) return;
    const next = nextStop(store.get(), paceOf);
    const held = heldAt(store.get(), next);
    if (held > position) store.set({ position: held });
    else if (loop && held === next) store.set({ position: firstPosition(store.get()) });
    else store.set({ playing: false });
    if (store.get().playing) playOn();
  };

  const togglePlay = (): void => {
    const { film, playing, position } = store.get();
    if (!film) return;
    if (playing) {
      goTo(position);
      return;
    }
    const atEnd = neighbour(store.get(), 1) <= position;
    store.set({ playing: true, arriving: false, position: atEnd ? firstPosition(store.get()) : position });
    playOn();
  };

  return {
    goTo,
    togglePlay,
    ...createMoves(store, goTo),
    nextSpeed: () => {
      const at = SPEEDS.indexOf(store.get().speed);
      store.set({ speed: SPEEDS[(at + 1) % SPEEDS.length] ?? 1 });
      if (store.get().playing) playOn();
    },
    toggleLoop: () => store.set({ loop: !store.get().loop }),
    show: (run: Run, position: number | null) => show(store, clock, run, position, reducedMotion(), storyOf),
  };
}

function createMoves(store: PageStore, goTo: (position: number) => void) {
  return {
    step: (by: 1 | -1) => goTo(neighbour(store.get(), by)),
    goToEnd: (end: "first" | "last") => goTo(end === "first" ? firstPosition(store.get()) : lastPosition(store.get())),
    goToEvent: (event: number) => {
      const { film } = store.get();
      if (film) goTo(film.index.stepOfEvent(event));
    },
    /** To the beginning of the chapter before or after. */
    goToChapter: (direction: 1 | -1) => {
      const { film, told, position } = store.get();
      const starts = (told?.chapters[0] ? told : film)?.chapters.map(({ from }) => from) ?? [];
      const next = direction > 0 ? starts.find(each => each > position) : starts.findLast(each => each < position);
      if (next !== undefined) goTo(next);
    },
    goToEdit: (direction: 1 | -1) => {
      const { film, position } = store.get();
      const edit = film ? nearestEdit(film, position, direction) : null;
      if (edit !== null) goTo(edit);
    },
  };
}

/** Plays every step that is shown, each as long as it takes to see. */
function everyStep(film: Film, shown: readonly number[] | null): Pace {
  const positions = shown ?? film.index.steps.map(({ position }) => position);
  return { positions, durationMs: position => stepDurationMs(film, position) };
}

/** The step that follows while the film plays; the same at the end. */
function nextStop(page: Page, paceOf: PaceOf): number {
  const { film, position } = page;
  return (film === null ? undefined : paceOf(film, shownPositions(page)).positions.find(each => each > position)) ?? position;
}

/** The step before or after the one that is shown; the same where there is none. */
function neighbour(page: Page, by: 1 | -1): number {
  const { film, position } = page;
  const positions = shownPositions(page);
  if (positions === null) return Math.max(0, Math.min(film?.last ?? 0, position + by));
  const next = by > 0 ? positions.find(each => each > position) : positions.findLast(each => each < position);
  return next ?? position;
}

function firstPosition(page: Page): number {
  return shownPositions(page)?.[0] ?? 0;
}

function lastPosition(page: Page): number {
  return shownPositions(page)?.at(-1) ?? page.film?.last ?? 0;
}

/** Show a new film: at a given position, or by a quick intro up to its key position that any action interrupts. */
function show(
  store: PageStore,
  clock: ReturnType<typeof createTimer>,
  run: Run,
  position: number | null,
  reducedMotion: boolean,
  storyOf: StoryOf,
): void {
  clock.stop();
  const film = makeFilm(run);
  const { predict, about } = store.get();
  const story = storyOf(film.index, about);
  const { positions, frameMs } = introOf(film.keyPosition, shownPositions({ ...store.get(), story }));
  const jump = reducedMotion || position !== null || predict;
  const first = position === null ? (predict ? 0 : film.keyPosition) : Math.max(0, Math.min(film.last, position));
  store.set({
    film,
    story,
    before: null,
    stops: [],
    position: jump ? first : (positions[0] ?? 0),
    selection: null,
    playing: false,
    arriving: !jump && positions.length > 1,
    request: { kind: "idle" },
    pane: run.tensors.length > 0 ? "film" : "code",
  });
  if (jump) return;
  const frame = (at: number): void => {
    const next = positions[at];
    if (next === undefined || store.get().film !== film) return;
    store.set({ position: next, arriving: at + 1 < positions.length });
    clock.start(frameMs, () => frame(at + 1));
  };
  clock.start(frameMs * 2, () => frame(1));
}
