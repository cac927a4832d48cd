/** The pane on the right: details of what is selected, edits, gradients, and the film in words. */

import { type Child, el, patch, replace } from "../../dom/dom";
import { icon } from "../../dom/icons";
import type { ToLine } from "../../editor/contract";
import type { PageActions } from "../../page/actions";
import type { Page, PageStore, SideTab } from "../../page/state";
import { type Film, lastEventAt } from "../../trace/film";
import { subjectAt } from "../../trace/subject";
import type { Target } from "../../trace/target";
import { editsView } from "./edits";
import { gradientsView, markStep, stepsView, stretchOf } from "./lists";
import { nodeView } from "./node";
import type { InspectorContext } from "./parts";
import { savedView, storageView } from "./saved";
import { tensorView } from "./tensor";

const TABS: readonly (readonly [SideTab, string])[] = [
  ["details", "page-tab-details"],
  ["edits", "page-tab-edits"],
  ["gradients", "page-tab-gradients"],
  ["steps", "page-tab-steps"],
];

export function createInspector(host: HTMLElement, store: PageStore, actions: PageActions, toLine: ToLine): void {
  const tabs = TABS.map(([tab]) =>
    el("button", {
      type: "button",
      role: "tab",
      id: `tab-${tab}`,
      "aria-controls": "side-panel",
      on: { click: () => actions.openTab(tab) },
    }),
  );
  const bar = el("div", { role: "tablist", class: "tabs" }, ...tabs);
  const panel = el("div", { role: "tabpanel", id: "side-panel", class: "panel", tabindex: "0" });
  host.append(bar, panel);
  bar.addEventListener("keydown", event => moveTab(event, tabs));

  store.watch(
    ({ words, sideTab, film }) => [words, sideTab, film] as const,
    ([words, sideTab, film]) => {
      bar.setAttribute("aria-label", words.word("page-inspector"));
      panel.setAttribute("aria-labelledby", `tab-${sideTab}`);
      const counts = { details: 0, edits: film?.edits.length ?? 0, gradients: film?.run.gradients.length ?? 0, steps: 0 };
      TABS.forEach(([tab, key], at) => {
        const button = tabs[at];
        if (!button) return;
        replace(button, words.word(key), counts[tab] > 0 && el("span", { class: "badge" }, `${counts[tab]}`));
        button.setAttribute("aria-selected", `${tab === sideTab}`);
        button.tabIndex = tab === sideTab ? 0 : -1;
      });
      panel.scrollTop = 0;
    },
  );
  let of: Film | null = null;
  store.watch(
    page => [page.film, page.selection, page.words, page.sideTab, page.sideTab === "steps" ? stretchOf(page.position) : page.position],
    (_, page) => {
      const content = contentOf(page, actions, toLine);
      if (page.film === of) patch(panel, ...content);
      else replace(panel, ...content);
      of = page.film;
    },
  );
  store.watch(
    page => [page.film, page.words, page.sideTab, page.position],
    (_, page) => {
      if (page.sideTab === "steps") markStep(panel, page.position);
    },
  );
}

function contentOf(page: Page, actions: PageActions, toLine: ToLine): readonly Child[] {
  const { film, position, words, selection } = page;
  if (!film) return [el("p", { class: "quiet" }, words.word("page-inspector-empty"))];
  const context: InspectorContext = { film, now: lastEventAt(film, position), words, actions, toLine };
  if (page.sideTab === "edits") return editsView(context);
  if (page.sideTab === "gradients") return gradientsView(context);
  if (page.sideTab === "steps") return stepsView(context, position);
  const target = selection ?? subjectAt(film, position);
  return [
    selection && unpin(page, actions),
    ...(target ? detailsOf(context, target) : [el("p", { class: "quiet" }, words.word("page-inspector-empty"))]),
  ];
}

function detailsOf(context: InspectorContext, target: Target): readonly Child[] {
  if (target.kind === "tensor") return tensorView(context, target.id);
  if (target.kind === "node") return nodeView(context, target.id);
  return target.kind === "saved" ? savedView(context, target.id) : storageView(context, target.id);
}

function unpin({ words }: Page, actions: PageActions): HTMLElement {
  return el(
    "button",
    { type: "button", class: "unpin", on: { click: () => actions.select(null) } },
    icon("close"),
    words.word("page-follow"),
  );
}

function moveTab(event: KeyboardEvent, tabs: readonly HTMLElement[]): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const next = tabs[(tabs.indexOf(event.target as HTMLElement) + by + tabs.length) % tabs.length];
  next?.click();
  next?.focus();
  event.preventDefault();
  event.stopPropagation();
}
