/** What a reader can do: each action is one change of the page's state, or a request that ends in one. */
import { ApiProblem, postRun } from "./api";
import type { Example, Run } from "./contract";
import { editBeside, makeFilm } from "./film";
import type { Page, PageStore, Pane, SideTab } from "./page";
import { createClock, dwell, runIn, SPEEDS } from "./player";
import type { Target } from "./target";

const RETRIES = 6;
const RETRY_S = 2;

export interface Actions {
  /** Runs the editor's code and shows its film: at a position, or at the telling one. */
  readonly run: (position?: number | null) => Promise<void>;
  readonly cancel: () => void;
  readonly show: (run: Run, position: number | null) => void;
  readonly goTo: (position: number) => void;
  readonly step: (by: number) => void;
  readonly goToEdit: (direction: 1 | -1) => void;
  readonly goToEvent: (event: number) => void;
  readonly togglePlay: () => void;
  readonly nextSpeed: () => void;
  readonly toggleLoop: () => void;
  readonly select: (target: Target | null) => void;
  readonly setCode: (code: string) => void;
  readonly openExample: (example: Example) => void;
  readonly openPane: (pane: Pane) => void;
  readonly openTab: (tab: SideTab) => void;
}

/** `calm` says whether the reader asked for less motion. */
export function createActions(store: PageStore, calm: () => boolean): Actions {
  const player = createPlayer(store, calm);
  const runner = createRunner(store, player);
  return { ...runner, ...player, ...createChoices(store) };
}

function createChoices(store: PageStore) {
  return {
    select: (selection: Target | null) => store.set({ selection, ...(selection ? { sideTab: "details" as const } : {}) }),
    setCode: (code: string) => store.set({ code }),
    openExample: (example: Example) => store.set({ code: example.code, example: example.id, pane: "code" }),
    openPane: (pane: Pane) => store.set({ pane }),
    openTab: (sideTab: SideTab) => store.set({ sideTab }),
  };
}

type Player = ReturnType<typeof createPlayer>;

function createPlayer(store: PageStore, calm: () => boolean) {
  const clock = createClock();

  const goTo = (position: number): void => {
    const { film } = store.get();
    if (!film) return;
    clock.stop();
    store.set({ position: Math.max(0, Math.min(film.last, position)), playing: false });
  };

  const playOn = (): void => {
    const { film, position, speed } = store.get();
    if (film) clock.start(dwell(film, position) / speed, advance);
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
      const edit = film ? editBeside(film, position, direction) : null;
      if (edit !== null) goTo(edit);
    },
    nextSpeed: () => {
      const at = SPEEDS.indexOf(store.get().speed);
      store.set({ speed: SPEEDS[(at + 1) % SPEEDS.length] ?? 1 });
      if (store.get().playing) playOn();
    },
    toggleLoop: () => store.set({ loop: !store.get().loop }),
    show: (run: Run, position: number | null) => show(store, clock, run, position, calm()),
  };
}

/** Put a new film on: at a given position, or by a quick run-in to the telling step that any action interrupts. */
function show(store: PageStore, clock: ReturnType<typeof createClock>, run: Run, position: number | null, calm: boolean): void {
  clock.stop();
  const film = makeFilm(run);
  const { positions, frameMs } = runIn(film.telling);
  const jump = calm || position !== null;
  const first = position === null ? film.telling : Math.max(0, Math.min(film.last, position));
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

function createRunner(store: PageStore, player: Player) {
  let controller = new AbortController();

  const attempt = async (code: string, position: number | null, retries: number): Promise<void> => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    store.set({ request: { kind: "running", since: Date.now() }, playing: false, pane: "film" });
    try {
      const run = await postRun(code, signal);
      if (!signal.aborted) player.show(run, position);
    } catch (error) {
      if (!signal.aborted) await recover(error, signal, retries, () => attempt(code, position, retries - 1));
    }
  };

  const recover = async (error: unknown, signal: AbortSignal, retries: number, retry: () => Promise<void>): Promise<void> => {
    const problem = error instanceof ApiProblem ? error : new ApiProblem("server", String(error));
    const busy = problem.kind === "busy" || problem.kind === "too_many";
    if (!busy || retries === 0) {
      store.set({ request: { kind: "failed", problem } });
      return;
    }
    const until = Date.now() + (problem.retryAfter ?? RETRY_S) * 1000;
    store.set({ request: { kind: "waiting", until, problem } });
    await new Promise(resolve => setTimeout(resolve, until - Date.now()));
    if (!signal.aborted) await retry();
  };

  return {
    run: (position: number | null = null) => attempt(store.get().code, position, RETRIES),
    cancel: () => {
      controller.abort();
      store.set({ request: { kind: "idle" } satisfies Page["request"] });
    },
  };
}
