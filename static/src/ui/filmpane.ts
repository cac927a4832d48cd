/** The stage in the page: shows the film at its position, and frames it anew when the pane has another width. */

import { el, replace } from "../dom/dom";
import { createBackgroundLayout } from "../layout/background";
import type { PageActions } from "../page/actions";
import type { PageStore } from "../page/state";
import { tools } from "../stage/all-tools";
import { changeView } from "./stage/change-view";
import { createStage, type Stage } from "./stage/stage";

/** Steps that follow one another faster than this are scrubbed past, not played. */
const SCRUBBING_MS = 110;
/** A part of the height. */
const SMALL_CHANGE = 0.3;

export function createFilmPane(host: HTMLElement, store: PageStore, actions: PageActions): Stage {
  const word = (key: string, params?: Record<string, string | number>) => store.get().words.word(key, params);
  const status = el("p", { class: "laying-out", role: "status" });
  host.after(status);
  const before = el("p", { class: "film-before", hidden: true });
  host.after(before);
  const onLayout = (things: number | null) => replace(status, things === null ? "" : word("page-laying-out", { count: things }));
  const stage = createStage(host, {
    onSelect: actions.select,
    word,
    background: createBackgroundLayout(),
    onLayout,
    tools,
    changeView,
    onShow: actions.setShow,
    onLit: lit => store.set({ lit }),
    tidy: () => store.get().tidy,
  });
  let last = 0;
  store.watch(
    page => [page.film, page.position, page.selection, page.words, page.show, page.story] as const,
    ([film, position, selection, , show, story]) => {
      host.hidden = film === null || film.index.steps.length === 0 || film.run.tensors.length === 0;
      if (!film || host.hidden) return;
      const now = performance.now();
      stage.show(film.index, position, { selection, show, story, animate: now - last > SCRUBBING_MS });
      last = now;
    },
  );
  store.watch(({ tidy }) => [tidy], stage.arrange);
  store.watch(
    ({ film, request, words }) => [film !== null && (request.kind === "running" || request.kind === "waiting"), words] as const,
    ([isOld, words]) => {
      host.classList.toggle("is-before", isOld);
      before.hidden = !isOld;
      replace(before, words.word("page-film-before"));
    },
  );
  reframeOnResize(host, stage);
  return stage;
}

/** Another width frames the film anew, or quite another height: each strip above the stage, and each line of the sentence, changes it a little. */
function reframeOnResize(host: HTMLElement, stage: Stage): void {
  let [width, height] = [host.clientWidth, host.clientHeight];
  new ResizeObserver(() => {
    const isSame = host.clientWidth === width && Math.abs(host.clientHeight - height) <= height * SMALL_CHANGE;
    if (isSame || host.clientWidth === 0) return;
    [width, height] = [host.clientWidth, host.clientHeight];
    stage.reframe();
  }).observe(host);
}
