/** The bar on top, beside the name that the page came with: examples, Run, facts about the run, language, theme, help, about. */

import { type Child, el, replace } from "../dom/dom";
import { icon } from "../dom/icons";
import type { Lang, Words } from "../narration/locale";
import type { Actions } from "../page/actions";
import type { Page, PageStore } from "../page/state";
import { createRunButton } from "./runbutton";

export interface HeaderOptions {
  readonly actions: Actions;
  readonly setLang: (lang: Lang) => void;
  readonly toggleTheme: () => void;
  readonly openHelp: () => void;
  readonly openAbout: () => void;
  readonly openShare: () => void;
}

export function createHeader(host: HTMLElement, store: PageStore, options: HeaderOptions): void {
  const button = (className: string, act: () => void, ...content: readonly Child[]) =>
    el("button", { type: "button", class: `button ${className}`, on: { click: act } }, ...content);
  const examples = el("button", { type: "button", class: "button", popovertarget: "examples", "aria-haspopup": "dialog" });
  const learn = el("a", { class: "button to-learn" });
  const facts = el("p", { class: "facts", "aria-live": "polite" });
  const share = button("", options.openShare);
  const lang = button("", () => options.setLang(otherLang(store.get().words.lang)));
  const theme = button("square", options.toggleTheme, icon("theme"));
  const help = button("square", options.openHelp, icon("help"));
  const about = button("square about", options.openAbout, icon("info"));
  const run = createRunButton(store, options.actions);
  const grow = el("span", { class: "grow" });
  host.append(examples, run, learn, grow, facts, share, lang, theme, help, about);

  store.watch(
    ({ words }) => [words],
    ([words]) => {
      replace(examples, el("span", {}, words.word("page-examples")), icon("chevron"));
      replace(learn, words.word("page-learn"));
      learn.setAttribute("href", `/learn?lang=${words.lang}`);
      replace(share, icon("share"), el("span", { class: "wide-only" }, words.word("share-title")));
      name(share, words.word("share-title"));
      name(theme, words.word("page-theme"));
      name(help, words.word("page-help"));
      name(about, words.word("page-about"));
      nameLang(lang, words.lang);
    },
  );
  store.watch(
    page => [page.words, page.film, page.request.kind],
    (_, page) => replace(facts, ...factsOf(page), fidelityFact(page)),
  );
  store.watch(
    page => [page.words, page.film] as const,
    ([words, film]) => explain(host, words, film?.run.fidelity ?? "unchecked"),
  );
}

function name(button: HTMLElement, text: string): void {
  button.setAttribute("aria-label", text);
  button.title = text;
}

/** The other language is named in that language, for readers who do not read this one. */
function nameLang(button: HTMLElement, lang: Lang): void {
  replace(button, lang === "en" ? "中文" : "EN");
  button.setAttribute("lang", otherLang(lang));
  button.setAttribute("aria-label", lang === "en" ? "切换到中文" : "Switch to English");
}

function otherLang(lang: Lang): Lang {
  return lang === "en" ? "zh" : "en";
}

function factsOf({ film, words, request }: Page): readonly string[] {
  if (request.kind === "running") return [words.word("page-running")];
  if (!film) return [];
  const { elapsed_ms, engine } = film.run;
  const time = timeText(elapsed_ms, words);
  return [`${time} · torch ${engine.torch.split("+")[0] ?? ""}`];
}

function timeText(ms: number, words: Words): string {
  if (ms >= 2_000) return words.word("page-fact-time-s", { s: (ms / 1_000).toFixed(1) });
  return words.word("page-fact-time", { ms: Math.max(1, Math.round(ms)) });
}

/** Opens its own explanation: a promise that is not explained is not believed. */
function fidelityFact({ film, words, request }: Page): Child {
  const fidelity = film?.run.fidelity ?? "unchecked";
  if (request.kind === "running" || fidelity === "unchecked") return null;
  const text = words.word(fidelity === "equal" ? "page-fact-same" : "page-fact-differs");
  return [" · ", el("button", { type: "button", class: "fact", popovertarget: "fidelity" }, text)];
}

function explain(host: HTMLElement, words: Words, fidelity: string): void {
  const known = host.querySelector("#fidelity");
  const box = known ?? host.appendChild(el("div", { id: "fidelity", class: "explained", popover: "auto" }));
  const key = fidelity === "different" ? "page-fact-differs-why" : "page-fact-same-why";
  replace(box, el("p", {}, words.word(key)));
}
