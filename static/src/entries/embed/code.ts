/** The snippet beside its film: numbered lines, marks and badges as in the editor, the current line in view. Read only. */

import { el, replace } from "../../dom/dom";
import { marksAt } from "../../editor/marks";
import type { Actions } from "../../page/actions";
import type { PageStore } from "../../page/state";

export interface CodePane {
  readonly toLine: (line: number) => void;
}

export function createCode(host: HTMLElement, store: PageStore, actions: Actions): CodePane {
  host.hidden = false;
  const lines = store
    .get()
    .code.split("\n")
    .map(text => {
      const badges = el("span", { class: "badges" });
      const row = el("li", {}, el("code", {}, text), badges);
      return { row, badges };
    });
  const list = el("ol", { class: "lines", tabindex: "0" }, ...lines.map(({ row }) => row));
  host.append(list);
  list.addEventListener("click", event => {
    const line = lines.findIndex(({ row }) => event.target instanceof Node && row.contains(event.target)) + 1;
    const at = store.get().film?.index.steps.findIndex(step => step.line === line) ?? -1;
    if (at >= 0) actions.goTo(at);
  });

  const toLine = (line: number): void => {
    const row = lines[line - 1]?.row;
    if (!row) return;
    // As little as brings it into view with a line on either side.
    const { offsetTop: top, offsetHeight: height } = row;
    list.scrollTop = Math.max(top + 2 * height - list.clientHeight, Math.min(list.scrollTop, top - height));
  };
  store.watch(
    page => [page.film, page.position, page.words] as const,
    ([film, position, words]) => {
      if (!film) return;
      const marks = marksAt(film, position, words);
      list.setAttribute("aria-label", words.word("page-editor"));
      for (const { row, badges } of lines) {
        row.removeAttribute("class");
        row.removeAttribute("aria-current");
        replace(badges);
      }
      for (const { line, sign, badges } of marks.lines) {
        const entry = lines[line - 1];
        if (!entry) continue;
        if (sign) entry.row.classList.add(`is-${sign}`);
        replace(entry.badges, ...badges.map(({ tone, text }) => el("span", { class: `badge badge-${tone}` }, text)));
      }
      const current = marks.current && lines[marks.current.line - 1];
      if (current && marks.current) {
        current.row.classList.add("is-current", `tone-${marks.current.tone}`);
        current.row.setAttribute("aria-current", "step");
        toLine(marks.current.line);
      }
    },
  );
  return { toLine };
}
