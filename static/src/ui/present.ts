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
  readonly toggle: () => void;
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
  let leavesFullScreen = false;
  const openSpeaker = () => {
    // A second window takes the full screen away, and the film goes on in this one.
    leavesFullScreen = document.fullscreenElement !== null;
    speaker ??= loadSpeaker();
    void speaker.then(({ toggle }) => toggle());
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
  // The browser's own key, or gesture, for leaving the full screen ends the presentation too.
  document.addEventListener("fullscreenchange", () => {
    // On entering, which is told late: the second window may have been asked for before.
    if (document.fullscreenElement) return;
    if (!leavesFullScreen) end();
    leavesFullScreen = false;
  });
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
      void fillScreen(presenting);
      requestAnimationFrame(() => requestAnimationFrame(presenting ? stage.fit : stage.reframe));
    },
  );
  const keys: Readonly<Record<string, () => void>> = { S: openSpeaker, F: () => void fillScreen(true) };
  return { keys: key => (store.get().presenting ? (keys[key] ?? null) : null) };
}

/** Browsers refuse it without a key or a click before, as for an address that asks for it: then the page fills its window. */
async function fillScreen(filled: boolean): Promise<void> {
  if (filled && navigator.userActivation?.isActive) await document.documentElement.requestFullscreen?.().catch(() => undefined);
  else if (!filled && document.fullscreenElement) await document.exitFullscreen();
}
