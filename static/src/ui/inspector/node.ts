/** A backward node in the inspector: what it saved, where its gradients go, and what flowed through it. */

import { type Child, el, phrase } from "../../dom/dom";
import { savedNumber } from "../../narration/context";
import type { Edge, EventOf } from "../../trace/contract";
import { savesBy } from "../../trace/history";
import { scaleOf } from "../../trace/scale";
import { code, eventLink, facts, heading, type InspectorContext, nodeLink, section, tensorLink, valueView } from "./parts";
import { versionTag } from "./tensor";
import { nothingSection, whySection } from "./why";

export function nodeView(context: InspectorContext, id: string): readonly Child[] {
  const node = context.film.index.nodes.get(id);
  if (!node) return [];
  const { words } = context;
  const metadata = Object.entries(node.metadata).map(([name, value]) => [code(name), code(String(value))] as const);
  return [
    el("p", { class: "kind" }, words.word("page-node")),
    heading(node.name),
    facts([
      node.line === null ? null : [words.word("page-made"), eventLink(context, node.event, node.line)],
      node.variable ? [words.word("page-fills"), [tensorLink(context, node.variable), code(".grad")]] : null,
      node.module ? [words.word("page-module"), code(node.module)] : null,
    ]),
    savedSection(context, id),
    whySection(context, savesBy(context.film.index, id, context.now)) ?? nothingSection(context, node),
    edgesSection(context, node.next_functions),
    metadata.length > 0 &&
      section(words.word("page-remembers"), el("ul", { class: "rows" }, ...metadata.map(([name, value]) => el("li", {}, name, value)))),
    ...flowSections(context, id),
  ];
}

function savedSection(context: InspectorContext, id: string): HTMLElement | null {
  const saves = savesBy(context.film.index, id, context.now);
  if (saves.length === 0) return null;
  const rows = saves.map(saved => {
    const number = savedNumber({ index: context.film.index, words: context.words }, saved.tensor);
    const attribute = code(`${saved.attribute} = `);
    // No edit reaches a number: its version says nothing.
    if (number !== null) return el("li", {}, el("span", {}, attribute, ...phrase(number)));
    return el("li", {}, versionTag(context, saved), el("span", {}, attribute, tensorLink(context, saved.tensor)));
  });
  return section(context.words.word("page-has-saved"), el("ul", { class: "rows" }, ...rows));
}

function edgesSection(context: InspectorContext, edges: readonly Edge[]): HTMLElement | null {
  if (edges.length === 0) return null;
  const rows = edges.map(({ node }, position) => {
    const variable = node === null ? null : context.film.index.nodes.get(node)?.variable;
    const goal = node === null ? el("span", { class: "quiet" }, context.words.word("page-no-gradient")) : nodeLink(context, node);
    return el("li", {}, code(`${position}`, "quiet"), goal, variable ? tensorLink(context, variable) : null);
  });
  return section("next_functions", el("ol", { class: "rows" }, ...rows));
}

/** The gradients of its last run up to now. */
function flowSections(context: InspectorContext, id: string): readonly Child[] {
  const event = lastRun(context, id);
  if (!event) return [];
  const part = (title: string, values: EventOf<"node">["grad_outputs"]) => {
    const known = values.filter(value => value !== null);
    return known.length > 0 && section(title, ...known.map(value => valueView(context, value, scaleOf([value]), "grad")));
  };
  return [part(context.words.word("page-grad-in"), event.grad_outputs), part(context.words.word("page-grad-out"), event.grad_inputs)];
}

function lastRun(context: InspectorContext, id: string): EventOf<"node"> | null {
  const runs = (context.film.index.timelines.ran.get(id) ?? []).filter(moment => moment.event <= context.now);
  const event = context.film.run.events[runs.at(-1)?.event ?? -1];
  return event?.kind === "node" ? event : null;
}
