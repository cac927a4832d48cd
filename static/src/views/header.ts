/** The bar on top: examples, Run, facts about the run, language, theme, help, about. */
import type { Actions } from "../actions";
import type { Lang, Words } from "../locale";
import type { Page, PageStore } from "../page";
import { el, replace } from "./dom";
import { icon, logo } from "./icons";

export interface HeaderOptions {
  readonly actions: Actions;
  readonly setLang: (lang: Lang) => void;
  readonly toggleTheme: () => void;
  readonly openHelp: () => void;
  readonly openAbout: () => void;
  readonly openShare: () => void;
}

const MAC = /mac|iphone|ipad/i.test(navigator.platform);
export const RUN_KEYS = MAC ? "⌘⏎" : "Ctrl+⏎";

export function createHeader(host: HTMLElement, store: PageStore, options: HeaderOptions): void {
  const { actions } = options;
  const examples = el("button", { type: "button", class: "button", popovertarget: "examples", "aria-haspopup": "dialog" });
  const run = el("button", { type: "button", class: "button primary run", on: { click: () => pressRun(store, actions) } });
  const facts = el("p", { class: "facts", "aria-live": "polite" });
  const lang = el("button", { type: "button", class: "button", on: { click: () => options.setLang(otherLang(store.get().words.lang)) } });
  const theme = el("button", { type: "button", class: "button square", on: { click: options.toggleTheme } }, icon("theme"));
  const share = el("button", { type: "button", class: "button", on: { click: options.openShare } });
  const help = el("button", { type: "button", class: "button square", on: { click: options.openHelp } }, icon("help"));
  const about = el("button", { type: "button", class: "button square about", on: { click: options.openAbout } }, icon("info"));
  const brand = el("a", { class: "brand", href: "/", "aria-label": "Gradreel" }, logo(), el("span", {}, "Gradreel"));
  host.append(
    el("h1", { class: "brand-heading" }, brand),
    examples,
    run,
    el("span", { class: "grow" }),
    facts,
    share,
    lang,
    theme,
    help,
    about,
  );

  store.watch(
    ({ words, request }) => [words, request.kind],
    ([words, kind]) => {
      replace(examples, el("span", {}, words.word("page-examples")), icon("chevron"));
      const busy = kind === "running" || kind === "waiting";
      run.classList.toggle("busy", busy);
      replace(run, ...(busy ? [icon("stop"), words.word("page-stop")] : [words.word("page-run"), el("kbd", {}, RUN_KEYS)]));
      replace(share, icon("share"), el("span", { class: "wide-only" }, words.word("share-title")));
      share.setAttribute("aria-label", words.word("share-title"));
      replace(lang, words.lang === "en" ? "中文" : "EN");
      lang.setAttribute("lang", otherLang(words.lang));
      lang.setAttribute("aria-label", words.lang === "en" ? "切换到中文" : "Switch to English");
      for (const [button, key] of [
        [theme, "page-theme"],
        [help, "page-help"],
        [about, "page-about"],
      ] as const) {
        button.setAttribute("aria-label", words.word(key));
        button.title = words.word(key);
      }
    },
  );
  store.watch(
    page => [page.words, page.film, page.request.kind],
    (_, page) => replace(facts, factsOf(page)),
  );
}

function pressRun(store: PageStore, actions: Actions): void {
  const { kind } = store.get().request;
  if (kind === "running" || kind === "waiting") actions.cancel();
  else void actions.run();
}

function otherLang(lang: Lang): Lang {
  return lang === "en" ? "zh" : "en";
}

function factsOf({ film, words, request }: Page): string {
  if (request.kind === "running") return words.word("page-running");
  if (!film) return "";
  const { elapsed_ms, engine, fidelity } = film.run;
  return [
    words.word("page-fact-time", { ms: Math.max(1, Math.round(elapsed_ms)) }),
    `torch ${engine.torch.split("+")[0] ?? ""}`,
    fidelityFact(words, fidelity),
  ]
    .filter(Boolean)
    .join(" · ");
}

function fidelityFact(words: Words, fidelity: "equal" | "different" | "unchecked"): string {
  if (fidelity === "equal") return words.word("page-fact-same");
  return fidelity === "different" ? words.word("page-fact-differs") : "";
}
