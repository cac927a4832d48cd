/** The examples menu: a panel of built-in programs by theme, each with its sentence. */
import type { Actions } from "../actions";
import type { Example } from "../contract";
import type { PageStore } from "../page";
import { el, replace } from "./dom";
import { moveFocus } from "./find";

const COLUMN_ITEMS = 9;

export function createExamples(host: HTMLElement, store: PageStore, actions: Actions): void {
  const filter = el("input", { type: "search", class: "filter", autocomplete: "off", spellcheck: "false" });
  const list = el("div", { class: "example-groups" });
  host.append(el("div", { class: "menu-head" }, filter), list);

  const open = (example: Example) => {
    host.hidePopover();
    actions.openExample(example);
    void actions.run();
  };
  const draw = () => {
    const { examples, example, words } = store.get();
    const wanted = filter.value.trim().toLowerCase();
    const matching = examples.filter(item => !wanted || textOf(item).includes(wanted));
    const themes = [...new Set(matching.map(item => item.theme))];
    const groups = themes.map(theme => {
      const items = matching.filter(item => item.theme === theme);
      const heading = el("h3", {}, words.word(`theme-${theme}`));
      return el("section", { class: items.length > COLUMN_ITEMS ? "long" : "" }, heading, ...items.map(item => entry(item)));
    });
    replace(list, groups.length > 0 ? groups : el("p", { class: "quiet" }, words.word("page-examples-none")));

    function entry(item: Example): HTMLElement {
      const current = item.id === example;
      const title = el("span", { class: "example-title" }, item.title[words.lang]);
      const sentence = el("span", { class: "example-sentence" }, item.sentence[words.lang]);
      const props = { type: "button", class: "example", "aria-current": current ? "true" : false, on: { click: () => open(item) } };
      return el("button", props, title, sentence);
    }
  };

  filter.addEventListener("input", draw);
  host.addEventListener("keydown", event => moveFocus(event, host));
  host.addEventListener("toggle", event => {
    if ((event as ToggleEvent).newState === "open") filter.focus();
  });
  store.watch(
    ({ words, examples, example }) => [words, examples, example],
    ([words]) => {
      host.setAttribute("aria-label", words.word("page-examples"));
      filter.placeholder = words.word("page-examples-filter");
      filter.setAttribute("aria-label", words.word("page-examples-filter"));
      draw();
    },
  );
}

function textOf(example: Example): string {
  return [example.id, ...Object.values(example.title), ...Object.values(example.sentence), example.code].join("\n").toLowerCase();
}
