/** Presents the film: full screen, large type, nothing else; for a finger there are buttons. S opens the notes for the speaker. */

import { el } from "../dom/dom";
import { icon } from "../dom/icons";
import { keepPresent } from "../page/present";
import type { PageStore } from "../page/state";
import type { Stage } from "./stage/stage";

export interface PresentOptions {
  /** To the moment before or after. */
  readonly turn: (direction: 1 | -1) => void;
  /** The whole film is presented; afterwards the view is that which a film opens with. */
  readonly stage: Pick<Stage, "fit" | "reframe">;
  /** What the speaker sees, loaded when it is first wanted. */
  readonly loadSpeaker: () => Promise<Speaker>;
}

export interface Speaker {
  /** Whether a window was opened. */
  readonly toggle: () => boolean;
  readonly close: () => void;
}

export interface Present {
  /** What a key does while presenting; null where it does the same as always. */
  readonly keys: (key: string) => (() => void) | null;
}

export function createPresent(code: HTMLElement, store: PageStore, { turn, stage, loadSpeaker }: PresentOptions): Present {
  const end = () => store.set({ presenting: false });
  const back = el("button", { type: "button", class: "present-turn", on: { click: () => turn(-1) } });
  const forward = el("button", { type: "button", class: "present-turn", on: { click: () => turn(1) } });
  const close = el("button", { type: "button", class: "present-end", on: { click: end } }, icon("close"));
  let speaker: Promise<Speaker> | null = null;
  const screen = createFullScreen(end);
  const openSpeaker = () => {
    speaker ??= loadSpeaker();
    void speaker.then(({ toggle }) => screen.giveTo(toggle()));
  };
  const tell = el("button", { type: "button", class: "present-speaker", on: { click: openSpeaker } }, icon("pen"));
  const buttons = el("div", { class: "present-buttons", role: "toolbar" }, back, forward, tell, close);
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      buttons.setAttribute("aria-label", words.word("page-present"));
      back.textContent = "‹";
      forward.textContent = "›";
      for (const [button, key] of [
        [back, "page-present-back"],
        [forward, "page-present-forward"],
        [tell, "page-present-speaker"],
        [close, "page-present-end"],
      ] as const) {
        button.setAttribute("aria-label", words.word(key));
        button.title = words.word(key);
      }
    },
  );
  store.watch(
    ({ presenting }) => [presenting],
    ([presenting]) => {
      const root = document.documentElement;
      if (root.hasAttribute("data-present") === presenting) return;
      root.toggleAttribute("data-present", presenting);
      code.inert = presenting;
      if (presenting) document.body.append(buttons);
      else {
        buttons.remove();
        void speaker?.then(({ close: shut }) => shut());
      }
      keepPresent(presenting);
      void (presenting ? screen.fill() : screen.leave());
      requestAnimationFrame(() => requestAnimationFrame(presenting ? stage.fit : stage.reframe));
    },
  );
  const keys: Readonly<Record<string, () => void>> = { S: openSpeaker, F: () => void screen.fill() };
  return { keys: key => (store.get().presenting ? (keys[key] ?? null) : null) };
}

interface FullScreen {
  /** Browsers refuse it without a key or a click before, as for an address that asks for it: then the page fills its window. */
  readonly fill: () => Promise<void>;
  readonly leave: () => Promise<void>;
  /** A window that was opened takes the full screen away, and the film goes on in this one. */
  readonly giveTo: (windowOpened: boolean) => void;
}

/** `left` is called when the browser's own key, or gesture, has left the full screen. */
function createFullScreen(left: () => void): FullScreen {
  // The browser tells late of the full screen, so what was asked of it is kept here.
  let filled = false;
  let given = false;
  let asked = 0;
  document.addEventListener("fullscreenchange", () => {
    // What is told while it is asked for anew is of the full screen before.
    if (document.fullscreenElement || asked > 0) return;
    filled = false;
    if (!given) left();
    given = false;
  });
  return {
    fill: async () => {
      filled = true;
      // A full screen that is about to be taken away is still there, and asking for it changes nothing.
      if (document.fullscreenElement) return;
      given = false;
      asked += 1;
      if (navigator.userActivation?.isActive) await document.documentElement.requestFullscreen?.().catch(() => undefined);
      asked -= 1;
      filled = Boolean(document.fullscreenElement);
    },
    leave: async () => {
      if (document.fullscreenElement) await document.exitFullscreen();
    },
    giveTo: windowOpened => {
      given = windowOpened && filled;
    },
  };
}
