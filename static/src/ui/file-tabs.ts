/** Tabs for the files of a film: arrow keys, Home and End move between them. A film of one file has none. */

import { el, patch } from "../dom/dom";
import type { Words } from "../narration/locale";
import type { Film } from "../trace/film";

export interface FileTabs {
  readonly bar: HTMLElement;
  /** Draw the tabs of a film, with one of its files chosen. */
  readonly show: (film: Film | null, file: number, words: Words) => void;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** `panel` shows the chosen file. */
export function createFileTabs(panel: HTMLElement, pick: (file: number) => void): FileTabs {
  const bar = el("div", { role: "tablist", class: "file-tabs", hidden: true });
  const tabs = () => [...bar.children] as HTMLElement[];
  bar.addEventListener("click", ({ target }) => {
    const file = tabs().findIndex(tab => target instanceof Node && tab.contains(target));
    if (file >= 0) pick(file);
  });
  bar.addEventListener("keydown", event => {
    const next = STEPS[event.key]?.(tabs().indexOf(event.target as HTMLElement), bar.children.length);
    if (next === undefined) return;
    event.preventDefault();
    pick(next);
    tabs()[next]?.focus();
  });
  let drawn: Film | null = null;
  return {
    bar,
    show: (film, file, words) => {
      const sources = film?.index.sources ?? [];
      bar.hidden = sources.length < 2;
      if (bar.hidden) {
        for (const name of ["role", "aria-labelledby"]) panel.removeAttribute(name);
        return;
      }
      if (film !== drawn) patch(bar, ...sources.map(({ name, path }, at) => tab(panel.id, at, name, path)));
      drawn = film;
      bar.setAttribute("aria-label", words.word("page-files"));
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `file-${file}`);
      tabs().forEach((each, at) => {
        each.setAttribute("aria-selected", `${at === file}`);
        each.tabIndex = at === file ? 0 : -1;
      });
      reveal(bar, tabs()[file]);
    },
  };
}

function tab(panel: string, file: number, name: string, path: string): HTMLElement {
  return el("button", { type: "button", role: "tab", id: `file-${file}`, title: path, "aria-controls": panel }, name);
}

/** Scrolls the bar alone, as little as shows the tab. */
function reveal(bar: HTMLElement, chosen: HTMLElement | undefined): void {
  if (!chosen) return;
  const { offsetLeft: left, offsetWidth: width } = chosen;
  bar.scrollLeft = Math.max(left + width - bar.clientWidth, Math.min(bar.scrollLeft, left));
}
