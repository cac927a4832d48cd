/** The examples menu: a panel of built-in programs by theme, each with its picture and its sentence. */

import { type Child, el, replace } from "../dom/dom";
import type { Actions } from "../page/actions";
import type { Page, PageStore } from "../page/state";
import type { Example } from "../trace/contract";
import { moveFocus } from "./find";
import { createOpenFile } from "./open-file";
import { loadThumbnails, type Thumbnails, thumbnail } from "./thumbnail";

export function createExamples(host: HTMLElement, store: PageStore, actions: Actions): void {
  // Focused as the panel opens: from its toggle event, the first letters typed would be lost.
  const filter = el("input", { type: "search", class: "filter", autocomplete: "off", spellcheck: "false", autofocus: true });
  const list = el("div", { class: "example-groups" });
  const learn = el("a", { href: "/learn", class: "to-learn" });
  const file = createOpenFile(document.body, store, () => host.hidePopover());
  host.append(el("div", { class: "menu-head" }, filter, file, learn), list);
  let pictures: Thumbnails = {};

  const open = (example: Example) => {
    host.hidePopover();
    actions.openExample(example);
    void actions.run();
  };
  const draw = () => replace(list, ...groupsOf(store.get(), filter.value, pictures, open));

  filter.addEventListener("input", draw);
  host.addEventListener("keydown", event => moveFocus(event, host));
  host.addEventListener("toggle", async event => {
    if ((event as ToggleEvent).newState !== "open") return;
    if (Object.keys(pictures).length > 0) return;
    pictures = await loadThumbnails();
    addPictures(list, pictures);
  });
  store.watch(
    ({ words, examples, example }) => [words, examples, example],
    ([words]) => {
      host.setAttribute("aria-label", words.word("page-examples"));
      replace(learn, words.word("page-learn"));
      learn.setAttribute("href", `/learn?lang=${words.lang}`);
      filter.placeholder = words.word("page-examples-filter");
      filter.setAttribute("aria-label", words.word("page-examples-filter"));
      draw();
    },
  );
}

/** Adds the pictures to the entries that are there; drawing the entries again would take the focus from one of them. */
function addPictures(list: HTMLElement, pictures: Thumbnails): void {
  for (const link of list.querySelectorAll<HTMLElement>(".example")) {
    const picture = pictures[link.dataset.example ?? ""];
    if (picture) link.querySelector(".thumbnail")?.replaceWith(thumbnail(picture));
  }
}

function groupsOf(page: Page, query: string, pictures: Thumbnails, open: (example: Example) => void): readonly Child[] {
  const { examples, words } = page;
  const wanted = query.trim().toLowerCase();
  const matching = examples.filter(item => !wanted || textOf(item).includes(wanted));
  if (matching.length === 0) return [el("p", { class: "quiet" }, words.word("page-examples-none"))];
  return [...new Set(matching.map(item => item.theme))].map(theme => {
    const items = matching.filter(item => item.theme === theme).map(item => entry(page, item, pictures[item.id], () => open(item)));
    return el("section", {}, el("h3", {}, words.word(`theme-${theme}`)), el("div", { class: "example-grid" }, ...items));
  });
}

function entry({ example, words }: Page, item: Example, picture: string | undefined, open: () => void): HTMLElement {
  const current = item.id === example ? "true" : false;
  const title = el("span", { class: "example-title" }, item.title[words.lang]);
  const sentence = el("span", { class: "example-sentence" }, item.sentence[words.lang]);
  const image = picture ? thumbnail(picture) : el("span", { class: "thumbnail" });
  const text = el("span", { class: "example-text" }, title, sentence);
  // A link, so that it can be copied and opened in another tab.
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  };
  return el(
    "a",
    { href: `/e/${item.id}`, class: "example pictured", "data-example": item.id, "aria-current": current, on: { click } },
    image,
    text,
  );
}

function textOf(example: Example): string {
  return [example.id, ...Object.values(example.title), ...Object.values(example.sentence), example.code].join("\n").toLowerCase();
}
