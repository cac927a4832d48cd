/**
 * Opens the notes for the speaker beside a presentation: in a window of their own, for the speaker's screen, or where the browser opens
 * none, in a strip below the film. Keys work in either.
 */
import styles from "../../../styles/speaker.css?inline";
import tokens from "../../../styles/tokens.css?inline";
import type { PageStore } from "../../page/state";
import type { Speaker } from "../present";
import { createView, type SpeakerView } from "./view";

const NAME = "gradreel-speaker";
const SIZE = "popup,width=860,height=620";

type OtherWindow = Window & typeof globalThis;

interface Opened {
  readonly view: SpeakerView;
  /** Null for the strip. */
  readonly window: OtherWindow | null;
}

export function createSpeaker(store: PageStore, turn: (direction: 1 | -1) => void): Speaker {
  let opened: Opened | null = null;
  const close = (): void => {
    const { view, window: other } = opened ?? {};
    opened = null;
    view?.end();
    view?.element.remove();
    other?.close();
  };
  const open = (): boolean => {
    const view = createView(store, turn);
    const other = window.open("", NAME, SIZE) as OtherWindow | null;
    opened = { view, window: other };
    if (other === null) {
      adopt(window, styles);
      document.body.append(view.element);
      return false;
    }
    other.document.title = store.get().words.word("page-present-speaker");
    other.document.documentElement.dataset.theme = document.documentElement.dataset.theme ?? "";
    other.document.documentElement.lang = document.documentElement.lang;
    adopt(other, tokens, styles);
    other.document.body.replaceChildren(view.element);
    other.document.addEventListener("keydown", event => passOn(event, close));
    other.addEventListener("pagehide", close);
    other.focus();
    return true;
  };
  const toggle = (): boolean => {
    if (!opened) return open();
    close();
    return false;
  };
  addEventListener("pagehide", close);
  return { toggle, close };
}

/** A sheet belongs to the window that made it. */
function adopt(target: OtherWindow, ...texts: readonly string[]): void {
  const sheets = texts.map(text => {
    const sheet = new target.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  target.document.adoptedStyleSheets = [...target.document.adoptedStyleSheets, ...sheets];
}

/** The page's own keys move the film; Escape and S close this window, and a button keeps the keys that press it. */
function passOn(event: KeyboardEvent, close: () => void): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || ((key === " " || key === "Enter") && (event.target as Element).closest("button"))) return;
  if (key === "Escape" || key.toUpperCase() === "S") close();
  else if (document.body.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }))) return;
  event.preventDefault();
}
