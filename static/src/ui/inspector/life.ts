/** The life of a tensor in words, first of all that is said of it: who made it, who saved it, who edited it, each with its line. */
import { type Child, el, phrase } from "../../dom/dom";
import { type LifeEvent, lifeOf } from "../../trace/life";
import { eventLink, type InspectorContext, section } from "./parts";

const MAX_EVENTS = 7;
const TONES = { made: "", saved: "save", edited: "edit", overwritten: "sil" } as const;

/** The first event, and the last ones. */
export function lifeSection(context: InspectorContext, id: string): HTMLElement | null {
  const life = lifeOf(context.film.index, id, context.now);
  if (life.length === 0) return null;
  const left = life.length - MAX_EVENTS;
  const shown = left > 0 ? [...life.slice(0, 1), ...life.slice(1 - MAX_EVENTS)] : life;
  const rows: Child[] = shown.map(each => el("li", { class: each.stale ? "bad" : "" }, place(context, each), sentence(context, each)));
  if (left > 0) rows.splice(1, 0, el("li", { class: "quiet" }, context.words.word("page-badge-more", { count: left })));
  return section(context.words.word("page-life"), el("ol", { class: "rows life" }, ...rows));
}

function place(context: InspectorContext, { event, line, kind, stale }: LifeEvent): HTMLElement {
  return eventLink(context, event, line, stale ? "bad" : TONES[kind]);
}

function sentence({ words }: InspectorContext, { kind, by, version, stale, times }: LifeEvent): HTMLElement {
  const params = {
    [kind === "saved" ? "node" : kind === "made" ? "op" : "code"]: by,
    known: by !== null,
    version: version ?? "?",
    stale,
    times,
  };
  return el("span", {}, ...phrase(words.parts(`page-life-${kind}`, params)));
}
