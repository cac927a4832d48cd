/** Keys of an embed: the same as in the playground, but at both ends of the film the arrow keys scroll the article. */
import type { Actions } from "../../page/actions";
import type { PageStore } from "../../page/state";

export function installKeys(store: PageStore, actions: Actions): void {
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement) return;
    const onControl = event.target instanceof Element && event.target.closest("button, a, summary, [role=button]") !== null;
    if (event.key === " " && onControl) return;
    const act = actionOf(event, store, actions);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function actionOf({ key, shiftKey }: KeyboardEvent, store: PageStore, actions: Actions): (() => void) | null {
  const { film, position } = store.get();
  if (!film) return null;
  const [first, last] = [position === 0, position >= film.last];
  switch (key) {
    case "ArrowRight":
      return last ? null : () => (shiftKey ? actions.goToEdit(1) : actions.step(1));
    case "ArrowLeft":
      return first ? null : () => (shiftKey ? actions.goToEdit(-1) : actions.step(-1));
    case "Home":
      return first ? null : () => actions.goTo(0);
    case "End":
      return last ? null : () => actions.goTo(Number.MAX_SAFE_INTEGER);
    case " ":
      return actions.togglePlay;
    default:
      return null;
  }
}
