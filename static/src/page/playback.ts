/** Moves through a film: to a step, playing, to an edit. All that an embed needs of the actions. */
import type { Example, Run } from "../trace/contract";
import { makeFilm, nearestEdit } from "../trace/film";
import type { Target } from "../trace/target";
import type { PageStore, Pane, SideTab } from "./state";
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

export function createPlayer(store: PageStore, reducedMotion: () => boolean) {
  const clock = createTimer();

  const goTo = (position: number): void => {
    const { film } = store.get();
    if (!film) return;
    clock.stop();
    store.set({ position: Math.max(0, Math.min(film.last, position)), playing: false });
  };

  const playOn = (): void => {
    const { film, position, speed } = store.get();
    if (film) clock.start(stepDurationMs(film, position) / speed, advance);
  };

  const advance = (): void => {
    const { film, position, loop } = store.get();
    if (!film) return;
    if (position < film.last) store.set({ position: position + 1 });
    else if (loop) store.set({ position: 0 });
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
    store.set({ playing: true, position: position >= film.last ? 0 : position });
    playOn();
  };

  return {
    goTo,
    togglePlay,
    step: (by: number) => goTo(store.get().position + by),
    goToEvent: (event: number) => {
      const { film } = store.get();
      if (film) goTo(film.index.stepOfEvent(event));
    },
    goToEdit: (direction: 1 | -1) => {
      const { film, position } = store.get();
      const edit = film ? nearestEdit(film, position, direction) : null;
      if (edit !== null) goTo(edit);
    },
    nextSpeed: () => {
      const at = SPEEDS.indexOf(store.get().speed);
      store.set({ speed: SPEEDS[(at + 1) % SPEEDS.length] ?? 1 });
      if (store.get().playing) playOn();
    },
    toggleLoop: () => store.set({ loop: !store.get().loop }),
    show: (run: Run, position: number | null) => show(store, clock, run, position, reducedMotion()),
  };
}

/** Show a new film: at a given position, or by a quick intro up to its key position that any action interrupts. */
function show(store: PageStore, clock: ReturnType<typeof createTimer>, run: Run, position: number | null, reducedMotion: boolean): void {
  clock.stop();
  const film = makeFilm(run);
  const { positions, frameMs } = introOf(film.keyPosition);
  const jump = reducedMotion || position !== null;
  const first = position === null ? film.keyPosition : Math.max(0, Math.min(film.last, position));
  store.set({
    film,
    position: jump ? first : 0,
    selection: null,
    playing: false,
    request: { kind: "idle" },
    pane: run.tensors.length > 0 ? "film" : "code",
  });
  if (jump) return;
  const frame = (at: number): void => {
    const next = positions[at];
    if (next === undefined) return;
    store.set({ position: next });
    clock.start(frameMs, () => frame(at + 1));
  };
  clock.start(frameMs * 2, () => frame(0));
}
