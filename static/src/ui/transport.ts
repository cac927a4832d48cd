/** Play, step, speed, loop: the buttons under the stage. */

import { el, replace } from "../dom/dom";
import { type TransportIcon, transportIcon } from "../dom/transport-icons";
import type { Actions } from "../page/actions";
import type { PageStore } from "../page/state";
import { isEmpty } from "../trace/film";
import { createScrubber, type ScrubberLook } from "./scrubber";

/** `lookOf` makes what is drawn on the timeline besides the marks of steps, where there is more. */
export function createTransport(
  host: HTMLElement,
  store: PageStore,
  actions: Actions,
  lookOf: (host: HTMLElement) => ScrubberLook | undefined = () => undefined,
): void {
  const button = (name: TransportIcon, className: string, act: () => void) =>
    el("button", { type: "button", class: className, on: { click: act } }, transportIcon(name));
  const first = button("first", "key", () => actions.goToEnd("first"));
  const back = button("back", "key", () => actions.step(-1));
  const play = button("play", "key play", actions.togglePlay);
  const forward = button("forward", "key", () => actions.step(1));
  const last = button("last", "key", () => actions.goToEnd("last"));
  const speed = el("button", { type: "button", class: "key text", on: { click: actions.nextSpeed } });
  const loop = button("loop", "key", actions.toggleLoop);
  const scrubber = el("div", { class: "scrubber" });
  host.append(el("div", { class: "keys" }, first, back, play, forward, last, speed, loop), scrubber);
  createScrubber(scrubber, store, actions, lookOf(scrubber));

  store.watch(
    page => [page.words, page.playing, page.speed, page.loop] as const,
    ([words, playing, rate, looping]) => {
      const name = (element: HTMLElement, key: string, params = {}) => {
        element.setAttribute("aria-label", words.word(key, params));
        element.title = words.word(key, params);
      };
      name(first, "page-first");
      name(back, "page-back");
      name(play, playing ? "page-pause" : "page-play");
      name(forward, "page-forward");
      name(last, "page-last");
      name(speed, "page-speed", { rate: `${rate}` });
      name(loop, "page-loop");
      replace(play, transportIcon(playing ? "pause" : "play"));
      replace(speed, `${rate}×`);
      loop.setAttribute("aria-pressed", `${looping}`);
    },
  );
  // Steps of a program without a tensor have nothing above them.
  store.watch(
    ({ film }) => [film !== null && isEmpty(film)] as const,
    ([empty]) => void host.classList.toggle("without-picture", empty),
  );
  store.watch(
    ({ film, position }) => [film === null || film.index.steps.length === 0, position === 0, position >= (film?.last ?? 0)] as const,
    ([none, atStart, atEnd]) => {
      for (const key of [play, speed, loop]) key.disabled = none;
      for (const key of [first, back]) key.disabled = none || atStart;
      for (const key of [forward, last]) key.disabled = none || atEnd;
    },
  );
}
