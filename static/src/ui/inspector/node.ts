/** A backward node in the inspector: what it saved, where its gradients go, and what flowed through it. */

import { type Child, el } from "../../dom/dom";
import type { Edge, EventOf } from "../../trace/contract";
import { savesBy } from "../../trace/history";
import { code, eventLink, facts, heading, type InspectorContext, nodeLink, section, tensorLink, valueView } from "./parts";
import { versionTag } from "./tensor";

export function nodeView(scene: InspectorContext, id: string): readonly Child[] {
  const node = scene.film.index.nodes.get(id);
  if (!node) return [];
  const { words } = scene;
  const metadata = Object.entries(node.metadata).map(([name, value]) => [code(name), code(String(value))] as const);
  return [
    el("p", { class: "kind" }, words.word("page-node")),
    heading(node.name),
    facts([
      node.line === null ? null : [words.word("page-made"), eventLink(scene, node.event, node.line)],
      node.variable ? [words.word("page-fills"), [tensorLink(scene, node.variable), code(".grad")]] : null,
      node.module ? [words.word("page-module"), code(node.module)] : null,
    ]),
    savedSection(scene, id),
    edgesSection(scene, node.next_functions),
    metadata.length > 0 &&
      section(words.word("page-remembers"), el("ul", { class: "rows" }, ...metadata.map(([name, value]) => el("li", {}, name, value)))),
    ...flowSections(scene, id),
  ];
}

function savedSection(scene: InspectorContext, id: string): HTMLElement | null {
  const saves = savesBy(scene.film.index, id, scene.now);
  if (saves.length === 0) return null;
  const rows = saves.map(saved =>
    el("li", {}, versionTag(scene, saved), el("span", {}, code(`${saved.attribute} = `), tensorLink(scene, saved.tensor))),
  );
  return section(scene.words.word("page-has-saved"), el("ul", { class: "rows" }, ...rows));
}

function edgesSection(scene: InspectorContext, edges: readonly Edge[]): HTMLElement | null {
  if (edges.length === 0) return null;
  const rows = edges.map(({ node }, position) => {
    const variable = node === null ? null : scene.film.index.nodes.get(node)?.variable;
    const goal = node === null ? el("span", { class: "quiet" }, scene.words.word("page-no-gradient")) : nodeLink(scene, node);
    return el("li", {}, code(`${position}`, "quiet"), goal, variable ? tensorLink(scene, variable) : null);
  });
  return section("next_functions", el("ol", { class: "rows" }, ...rows));
}

/** The gradients of its last run up to now. */
function flowSections(scene: InspectorContext, id: string): readonly Child[] {
  const event = lastRun(scene, id);
  if (!event) return [];
  const part = (title: string, values: EventOf<"node">["grad_outputs"]) => {
    const known = values.filter(value => value !== null);
    return known.length > 0 && section(title, ...known.map(value => valueView(scene, value, "grad")));
  };
  return [part(scene.words.word("page-grad-in"), event.grad_outputs), part(scene.words.word("page-grad-out"), event.grad_inputs)];
}

function lastRun(scene: InspectorContext, id: string): EventOf<"node"> | null {
  const runs = (scene.film.index.timelines.ran.get(id) ?? []).filter(moment => moment.event <= scene.now);
  const event = scene.film.run.events[runs.at(-1)?.event ?? -1];
  return event?.kind === "node" ? event : null;
}
