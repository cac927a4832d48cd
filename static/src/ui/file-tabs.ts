/** Tabs for the files of a film whose text it holds: arrow keys, Home and End move between them. A film of one file has none. */

import { el, patch } from "../dom/dom";
import type { Words } from "../narration/locale";
import type { Film } from "../trace/film";
import { hasText, type SourceText } from "../trace/sources";

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
  /** The number of the file that each tab stands for. */
  let files: readonly number[] = [];
  const pickAt = (at: number): void => {
    const file = files[at];
    if (file !== undefined) pick(file);
  };
  bar.addEventListener("click", ({ target }) => pickAt(tabs().findIndex(tab => target instanceof Node && tab.contains(target))));
  bar.addEventListener("keydown", event => {
    const next = STEPS[event.key]?.(tabs().indexOf(event.target as HTMLElement), bar.children.length);
    if (next === undefined) return;
    event.preventDefault();
    pickAt(next);
    tabs()[next]?.focus();
  });
  let drawn: Film | null = null;
  return {
    bar,
    show: (film, file, words) => {
      const sources = film?.index.sources ?? [];
      files = [...sources.keys()].filter(at => at === 0 || hasText(sources[at] as SourceText));
      bar.hidden = files.length < 2;
      if (bar.hidden) {
        for (const name of ["role", "aria-labelledby"]) panel.removeAttribute(name);
        return;
      }
      if (film !== drawn) patch(bar, ...files.map(at => tab(panel.id, at, sources[at] as SourceText)));
      drawn = film;
      bar.setAttribute("aria-label", words.word("page-files"));
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `file-${file}`);
      tabs().forEach((each, at) => {
        each.setAttribute("aria-selected", `${files[at] === file}`);
        each.tabIndex = files[at] === file ? 0 : -1;
      });
      reveal(bar, tabs()[files.indexOf(file)]);
    },
  };
}

function tab(panel: string, file: number, { name, path }: SourceText): HTMLElement {
  return el("button", { type: "button", role: "tab", id: `file-${file}`, title: path, "aria-controls": panel }, name);
}

/** Scrolls the bar alone, as little as shows the tab. */
function reveal(bar: HTMLElement, chosen: HTMLElement | undefined): void {
  if (!chosen) return;
  const { offsetLeft: left, offsetWidth: width } = chosen;
  bar.scrollLeft = Math.max(left + width - bar.clientWidth, Math.min(bar.scrollLeft, left));
}
