/** What stands where the film will be: an invitation, a run under way, a problem, or a program without a tensor. */
import type { Actions } from "../actions";
import type { Page, PageStore } from "../page";
import { type Child, el, replace, svg } from "./dom";
import { again, problemText, waitingStrip } from "./notices";

export function createEmpty(host: HTMLElement, store: PageStore, actions: Actions): void {
  let ticking: ReturnType<typeof setInterval> | undefined;
  const draw = () => {
    const content = contentOf(store.get(), actions);
    host.hidden = content.length === 0;
    replace(host, ...content);
  };
  store.watch(
    page => [page.words, page.film, page.request],
    (_, { request }) => {
      clearInterval(ticking);
      if (request.kind === "waiting") ticking = setInterval(draw, 1000);
      draw();
    },
  );
}

function contentOf(page: Page, actions: Actions): readonly Child[] {
  const { film, request, words } = page;
  if (film) {
    if (film.index.steps.length > 0 && film.run.tensors.length > 0) return [];
    const failed = film.run.outcome.failure !== null;
    return [
      el("h2", {}, words.word(failed ? "page-nothing-failed" : "page-nothing")),
      el("p", {}, words.word(failed ? "page-nothing-failed-why" : "page-nothing-why")),
    ];
  }
  if (request.kind === "running")
    return [reel(true), el("h2", {}, words.word("page-running")), el("p", {}, words.word("page-running-why"))];
  if (request.kind === "waiting") return [reel(true), waitingStrip(words, request.until, request.problem, actions)];
  if (request.kind === "failed")
    return [el("div", { class: "strip bad", role: "alert" }, el("span", {}, problemText(words, request.problem)), again(words, actions))];
  return [
    reel(false),
    el("h2", {}, words.word("page-welcome")),
    el("p", {}, words.word("page-welcome-why")),
    el("button", { type: "button", class: "button primary", on: { click: () => void actions.run() } }, words.word("page-run")),
  ];
}

/** The mark of the page, large; it turns while a snippet runs. */
function reel(turning: boolean): SVGSVGElement {
  const dots = ["fwd", "edit", "bwd"].map((tone, at) => {
    const angle = (at * 2 * Math.PI) / 3 - Math.PI / 2;
    return svg("circle", { cx: 32 + 15 * Math.cos(angle), cy: 32 + 15 * Math.sin(angle), r: 6, class: `tone-${tone}` });
  });
  const spokes = svg("g", { class: turning ? "turning" : "" }, ...dots);
  return svg(
    "svg",
    { class: "reel", viewBox: "0 0 64 64", width: 64, height: 64, "aria-hidden": "true" },
    svg("circle", { cx: 32, cy: 32, r: 28, class: "logo-ring" }),
    spokes,
    svg("circle", { cx: 32, cy: 32, r: 3, class: "tone-ink" }),
  );
}
