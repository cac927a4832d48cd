/** The about dialog: what the page is, what is promised of the sandbox, and the tier that this server really has. */

import { type Child, el, replace } from "../dom/dom";
import type { Words } from "../narration/locale";
import { getHealth, type Health } from "../page/api";
import type { PageStore } from "../page/state";
import { createDialog } from "./dialog";

/** Made by the build (`notices.ts`): what the page, the player and the drawing engine contain. */
const LICENSES = "/static/THIRD_PARTY_LICENSES.txt";

export function createAbout(host: HTMLDialogElement, store: PageStore): { readonly open: () => void } {
  const body = el("div", { class: "dialog-body prose" });
  const dialog = createDialog(host, store, "page-about-title", body);
  store.watch(
    page => [page.words, page.health, page.film] as const,
    ([words, health, film]) => {
      const engine = film?.run.engine;
      const versions = engine ? `torch ${engine.torch} · Python ${engine.python} · Gradreel ${engine.gradreel}` : null;
      replace(
        body,
        el("p", {}, words.word("page-about-what")),
        el("p", {}, words.word("page-about-seed")),
        el("p", {}, words.word("page-fact-same-why")),
        el("p", {}, page("/docs/embedding", words.word("page-about-guide")), " · ", page("/docs", words.word("page-about-api"))),
        ...sandboxOf(words, health),
        health?.contact ? el("p", {}, page(health.contact, words.word("page-about-contact"))) : null,
        el("p", {}, page(LICENSES, words.word("page-about-licenses"))),
        versions && el("p", { class: "quiet mono" }, versions),
      );
    },
  );
  return {
    open: () => {
      dialog.open();
      getHealth().then(
        health => store.set({ health }),
        () => store.set({ health: null }),
      );
    },
  };
}

function page(href: string, text: string): HTMLElement {
  return el("a", { href, target: "_blank", rel: "noopener" }, text);
}

const TIER_KEYS: Readonly<Record<string, string>> = { N: "page-tier-n", L: "page-tier-l", none: "page-tier-none" };

function sandboxOf(words: Words, health: Health | null): readonly Child[] {
  if (!health) return [el("h3", {}, words.word("page-sandbox")), el("p", { class: "quiet" }, words.word("page-sandbox-unknown"))];
  const { tier, layers } = health.sandbox;
  return [
    el("h3", {}, words.word("page-sandbox")),
    el("p", {}, words.word(TIER_KEYS[tier] ?? "page-tier-none")),
    el("p", {}, words.word("page-sandbox-promise")),
    el("ul", { class: "chips" }, ...layers.map(layer => el("li", { class: "pill save" }, layer))),
  ];
}
