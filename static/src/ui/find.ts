/** The finder: type a name, pick a tensor or node, and the film goes to where it exists and selects it. */

import { el, isShown, replace } from "../dom/dom";
import type { Actions } from "../page/actions";
import type { Page, PageStore } from "../page/state";
import { lastEventAt } from "../trace/film";
import { type SearchResult, search } from "../trace/search";
import { lineOf } from "../trace/sources";

/** `approach` brings what has been selected to the middle of the stage, at a size that can be read. */
export function createFinder(host: HTMLElement, store: PageStore, actions: Actions, approach: () => void): { readonly open: () => void } {
  const input = el("input", { type: "search", class: "filter", autocomplete: "off", spellcheck: "false" });
  const list = el("div", { class: "found" });
  host.append(el("div", { class: "menu-head" }, input), list);
  const pick = (found: SearchResult) => {
    host.hidePopover();
    goTo(found, store, actions);
    approach();
  };
  const draw = () => {
    const { film, words } = store.get();
    const rows = (film ? search(film, input.value) : []).map(found => row(store.get(), found, () => pick(found)));
    replace(list, rows.length > 0 ? rows : el("p", { class: "quiet" }, words.word("page-find-none")));
  };

  input.addEventListener("input", draw);
  input.addEventListener("keydown", event => {
    if (event.key === "Enter") list.querySelector<HTMLElement>(".find-row")?.click();
  });
  host.addEventListener("keydown", event => moveFocus(event, host));
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      host.setAttribute("aria-label", words.word("page-find"));
      input.placeholder = words.word("page-find-hint");
      input.setAttribute("aria-label", words.word("page-find"));
    },
  );
  return {
    open: () => {
      if (!store.get().film) return;
      input.value = "";
      draw();
      host.showPopover();
      input.focus();
    },
  };
}

/** Select what was found; where it does not exist yet at this step, go to its step first. */
function goTo({ target, event }: SearchResult, store: PageStore, actions: Actions): void {
  const { film, position } = store.get();
  if (film && lastEventAt(film, position) < event) actions.goToEvent(event);
  actions.select(target);
}

function row({ film, words }: Page, { target, name, detail, ...at }: SearchResult, pick: () => void): HTMLElement {
  const where = at.line === null || !film ? "" : words.word("page-line", lineOf(film.index, at));
  const pill = el("code", { class: `pill ${target.kind === "node" ? "tone-node" : "tone-op"}` }, name);
  const more = el("span", { class: "example-sentence" }, [detail, where].filter(Boolean).join(" · "));
  return el("button", { type: "button", class: "example find-row", on: { click: pick } }, pill, more);
}

/** Up and down move through the rows, as in any menu. */
export function moveFocus(event: KeyboardEvent, host: HTMLElement): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const stops = [...host.querySelectorAll<HTMLElement>(".filter, .example")].filter(isShown);
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + by + stops.length) % stops.length]?.focus();
  event.preventDefault();
}
