/** What a reader can do: each action is one change of the page's state, or a request that ends in one. */

import type { Example, Run } from "../trace/contract";
import type { Target } from "../trace/target";
import { ApiProblem } from "./api";
import { type CellMoves, createCellMoves } from "./cells";
import { announceFixes, tryFixes } from "./fixes";
import { paceOf } from "./pace";
import { partThrough } from "./part";
import { createChoices, createPlayer, type Player, type StoryOf } from "./playback";
import { prepare } from "./prepare";
import type { Runner } from "./runner";
import type { Page, PageStore, Pane, SideTab } from "./state";
import { createTimelineActions, type TimelineActions } from "./timeline";
import { createViews, type Views } from "./views";
import { findOut } from "./whole";

const RETRIES = 6;
const RETRY_S = 2;

/** All that a reader of the playground can do. */
export interface PageActions extends Actions, Views, TimelineActions, CellMoves {
  /** Runs the editor's code up to the end of a cell of code, by its number, and shows that cell. */
  readonly runTo: (cell: number, position?: number | null) => Promise<void>;
}

export interface Actions {
  /** Runs the editor's code and shows its film: at a position, or at its key position. */
  readonly run: (position?: number | null) => Promise<void>;
  readonly cancel: () => void;
  readonly show: (run: Run, position: number | null) => void;
  readonly goTo: (position: number) => void;
  readonly step: (by: 1 | -1) => void;
  readonly goToEnd: (end: "first" | "last") => void;
  readonly goToChapter: (direction: 1 | -1) => void;
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

/** `reducedMotion` is true where the reader asked for less motion; `where` runs what the reader writes. */
export function createActions(store: PageStore, reducedMotion: () => boolean, storyOf: StoryOf, where: Runner): PageActions {
  const player = createPlayer(store, reducedMotion, storyOf, paceOf);
  const runner = createRuns(store, player, where);
  const views = createViews(store, storyOf, player.goTo);
  const moves = { ...createTimelineActions(store, player.goTo), ...createCellMoves(store, views.look, player.goTo) };
  const runTo = async (cell: number, position: number | null = null): Promise<void> => {
    const before = store.get().film;
    await runner.run(position, cell);
    const { film, predict } = store.get();
    if (position !== null || film === before || predict) return;
    store.set({ arriving: true });
    moves.goToCell(cell);
    store.set({ arriving: false });
  };
  const run = (position?: number | null) => runner.run(position);
  return { ...runner, run, runTo, ...player, ...createChoices(store), ...views, ...moves };
}

function createRuns(store: PageStore, player: Player, where: Runner) {
  let controller = new AbortController();

  const attempt = async (code: string, position: number | null, retries: number): Promise<void> => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    store.set({ request: { kind: "running", since: Date.now() }, ahead: null, playing: false, pane: "film" });
    try {
      const run = await where.run(code, signal, ahead => store.set({ ahead }));
      if (signal.aborted) return;
      player.show(run, position);
      void follow(run, signal);
    } catch (error) {
      if (!signal.aborted) await recover(error, signal, retries, () => attempt(code, position, retries - 1));
    }
  };

  /** What nobody is kept waiting for. */
  const follow = async (run: Run, signal: AbortSignal): Promise<void> => {
    announceFixes(run, store);
    const whole = await findOut(run, store, signal, where);
    if (!signal.aborted) await tryFixes(whole, store, signal, where);
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
    run: async (position: number | null = null, through: number | null = null) => {
      const whole = await prepare(store);
      if (whole === null) return;
      const code = partThrough(whole, through);
      const { film } = store.get();
      // What was chosen of another program's film says nothing about this one.
      if (film !== null && film.run.code !== code) store.set({ show: "story", about: null });
      await attempt(code, position, RETRIES);
    },
    cancel: () => {
      controller.abort();
      store.set({ request: { kind: "idle" } satisfies Page["request"] });
    },
  };
}
