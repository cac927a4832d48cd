/** Keys of the whole page. A key that the focused control handles itself is left to it. */
import type { Show } from "../trace/show";
import type { PageActions } from "./actions";

export interface Shortcuts {
  readonly actions: PageActions;
  readonly openHelp: () => void;
  readonly fit: () => void;
  readonly fold: () => void;
  readonly tidy: () => void;
  readonly predict: () => void;
  readonly writeNotes: () => void;
  readonly find: () => void;
  readonly present: () => void;
  /** What a key does while presenting; null where it does the same as always. */
  readonly whilePresenting: (key: string) => (() => void) | null;
  /** To the chapter before or after, or while presenting to the moment. */
  readonly turn: (direction: 1 | -1) => void;
  /** Ends the presentation, else what the actions leave. */
  readonly leave: () => void;
  /** Something else has the place of the film: keys that are about it do nothing. */
  readonly isFilmAway: () => boolean;
}

export function installKeyboard(shortcuts: Shortcuts): void {
  const { actions } = shortcuts;
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.altKey) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !document.querySelector("dialog[open]")) void actions.run();
    if (event.ctrlKey || event.metaKey) return;
    const target = event.composedPath()[0];
    if (!(target instanceof HTMLElement || target instanceof SVGElement) || isTyping(target) || inOverlay(target)) return;
    // Its own key closes what is open over the page.
    if (event.key === "Escape" && document.querySelector(":popover-open")) return;
    // Of a dialog too where nothing in it has the focus: the button that had it may be gone.
    if (document.querySelector("dialog[open]")) return;
    if (event.key !== "?" && shortcuts.isFilmAway()) return;
    if (event.key === " " && target.closest("button, summary, a, [role=button], [role=tab]")) return;
    const act = actionOf(event, shortcuts);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function actionOf(event: KeyboardEvent, shortcuts: Shortcuts): (() => void) | null {
  return shortcuts.whilePresenting(event.key.toUpperCase()) ?? usualAction(event, shortcuts);
}

function usualAction({ key, shiftKey }: KeyboardEvent, shortcuts: Shortcuts): (() => void) | null {
  const { actions, openHelp, fit, fold, tidy, predict, writeNotes, find, present, turn, leave } = shortcuts;
  switch (key) {
    case " ":
      return actions.togglePlay;
    case "ArrowRight":
      return () => (shiftKey ? actions.goToEdit(1) : actions.step(1));
    case "ArrowLeft":
      return () => (shiftKey ? actions.goToEdit(-1) : actions.step(-1));
    case "PageDown":
      return () => turn(1);
    case "PageUp":
      return () => turn(-1);
    case "Home":
      return () => actions.goToEnd("first");
    case "End":
      return () => actions.goToEnd("last");
    case "Escape":
      return leave;
    case "?":
      return openHelp;
    case "0":
      return fit;
    case "f":
    case "F":
      return fold;
    case "t":
    case "T":
      return tidy;
    case "p":
    case "P":
      return predict;
    case "n":
    case "N":
      return writeNotes;
    case "/":
      return find;
    case "]":
      return () => actions.goToFailingCell(1);
    case "[":
      return () => actions.goToFailingCell(-1);
    case "v":
    case "V":
      return present;
    default:
      return shownBy(key, actions);
  }
}

/** The keys that choose what of the film is shown. */
export const SHOW_KEYS: Readonly<Record<Show, string>> = { story: "S", overview: "O", all: "E" };

function shownBy(key: string, { setShow }: PageActions): (() => void) | null {
  const show = (Object.keys(SHOW_KEYS) as Show[]).find(each => SHOW_KEYS[each] === key.toUpperCase());
  return show === undefined ? null : () => setShow(show);
}

export function isTyping(target: HTMLElement | SVGElement): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** An open dialog or menu handles all keys. */
export function inOverlay(target: Element): boolean {
  return target.closest("dialog, [popover]") !== null;
}
