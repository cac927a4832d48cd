/** Turns the step at a position into one or two sentences, in pieces: names are set as code, the words come from the catalogue. */
import type { Diagnosis, EventOf, OpEvent, TraceEvent, Value } from "./contract";
import { clockAt, eventAt, type Film, sourceLine } from "./film";
import { callName, currentVersion, nodeOf, tensorAt } from "./history";
import { type Phrase, plain, textOf, type Words } from "./locale";
import type { TraceIndex } from "./trace/index";
import { numbersOf } from "./values";

const CODE_CHARS = 60;
const LISTED = 3;
const MESSAGE_CHARS = 180;

/** What is told at a position of the film. */
export function narrate(film: Film, position: number, words: Words): Phrase {
  const event = eventAt(film, position);
  if (!event) return words.parts("step-nothing");
  return join(words, sentences({ index: film.index, words, now: clockAt(film, position) }, event));
}

interface Scene {
  readonly index: TraceIndex;
  readonly words: Words;
  readonly now: number;
}

function sentences(scene: Scene, event: TraceEvent): readonly Phrase[] {
  const { words, index } = scene;
  switch (event.kind) {
    case "op":
      return event.writes.length > 0 ? tellEdit(scene, event) : tellOp(scene, event);
    case "bind":
      return [words.parts("step-bind", { name: event.name })];
    case "line":
      return [words.parts("step-line", { code: shorten(sourceLine(index, event.line)) })];
    case "output":
      return [words.parts("step-output", { code: firstLine(event.text) })];
    case "warning":
      return [tellWarning(scene, event)];
    case "backward_start":
      return tellBackwardStart(scene, event);
    case "node":
      return [tellNode(scene, event)];
    case "unpack":
      return [tellUnpack(scene, event)];
    case "accumulate":
      return [tellAccumulate(scene, event)];
    case "free":
      return [words.parts("step-free", { count: event.nodes.length })];
    case "backward_end":
      return [words.parts("step-backward-end")];
    case "raise":
      return [tellRaise(scene, event)];
  }
}

function tellOp(scene: Scene, event: OpEvent): readonly Phrase[] {
  return [tellMaking(scene, event), ...tellSharing(scene, event), ...tellRecord(scene, event)];
}

function tellMaking(scene: Scene, event: OpEvent): Phrase {
  const { words, index, now } = scene;
  const named = event.outputs.filter(id => callName(index, id, now) !== null);
  const inputs = tensors(scene, event.inputs);
  if (named.length === 0 && event.inputs.length > 0) return words.parts("step-op-on", { op: event.name, inputs });
  if (event.outputs.length === 0) return words.parts("step-op", { op: event.name });
  const name = tensors(scene, event.outputs);
  if (event.inputs.length === 0) return words.parts("step-op-makes", { op: event.name, name });
  return words.parts("step-op-from", { op: event.name, name, inputs });
}

/** Whether an output is old memory under a new name, and who shares its counter. */
function tellSharing(scene: Scene, event: OpEvent): readonly Phrase[] {
  const { index, words, now } = scene;
  const output = event.outputs[0] === undefined ? null : index.tensors.get(event.outputs[0]);
  const input = event.inputs.map(id => index.tensors.get(id)).find(tensor => tensor?.storage === output?.storage);
  if (!output || !input || output.storage === null || output.id === input.id || output.event !== event.index) return [];
  const base = nameOf(scene, input.id);
  const sameCounter = output.counter !== null && output.counter === tensorAt(index, input.id, now)?.counter;
  return [words.parts(sameCounter ? "step-shares-both" : "step-shares-memory", { base })];
}

/** What the op left behind for backward: nodes and saved tensors, or nothing, where a gradient could have flowed. */
function tellRecord(scene: Scene, event: OpEvent): readonly Phrase[] {
  const { words, index, now } = scene;
  const saved = event.saves.map(id => index.saved.get(id)).filter(entry => entry !== undefined);
  if (saved.length > 0) {
    const node = nodeName(index, saved[0]?.node ?? null);
    const items = unique(saved.map(entry => ({ key: entry.tensor, phrase: savedItem(scene, entry.tensor, entry.saved_version) })));
    return [words.parts("step-saves", { node, items: listed(scene, items) })];
  }
  const outputs = event.outputs.map(id => tensorAt(index, id, now)).filter(tensor => tensor !== null);
  const tracked = event.inputs.some(id => tensorAt(index, id, now)?.requiresGrad);
  if (tracked && event.outputs.every(id => isCut(scene, id))) return [words.parts("step-cut")];
  if (event.inputs.length === 0 && outputs.some(tensor => tensor.requiresGrad && tensor.isLeaf)) return [words.parts("step-leaf")];
  return event.nodes.length > 0 ? [words.parts("step-saves-nothing", { node: nodeName(index, event.nodes[0] ?? null) })] : [];
}

/** Not recorded by this op, nor later by a custom Function around it. */
function isCut({ index }: Scene, id: string): boolean {
  const states = index.lives.states.get(id) ?? [];
  return !index.tensors.get(id)?.requires_grad && !states.some(({ fact }) => fact.requires_grad);
}

function tellEdit(scene: Scene, event: OpEvent): readonly Phrase[] {
  const { words, index } = scene;
  const [write] = event.writes;
  if (!write) return [];
  const hosts = [...new Set(event.writes.map(entry => index.cast.standIn(entry.tensor) ?? entry.tensor))];
  const params = { ...editor(scene, event), name: tensors(scene, hosts) };
  if (hosts.length > 1) return [words.parts("step-edit-many", { ...params, count: hosts.length }), ...tellStale(scene, event)];
  const counted = hosts[0] === write.tensor || index.tensors.get(hosts[0] ?? "")?.counter === write.counter;
  const moved = counted && write.version_before !== write.version_after;
  const told = moved
    ? words.parts("step-edit", { ...params, before: write.version_before, after: write.version_after })
    : words.parts("step-edit-silent", params);
  return [told, ...tellBehind(scene, event, hosts), ...tellStale(scene, event)];
}

/** The line itself where it is the edit, else the operation that hides inside it. */
function editor({ index, words }: Scene, event: OpEvent): { readonly code: Phrase } {
  const line = shorten(sourceLine(index, event.line)) || event.name;
  const code: Phrase = [{ text: line, style: "code" }];
  const hidden = event.writes[0]?.op ?? (event.module === null ? null : event.name);
  if (hidden === null || line.includes(event.name)) return { code };
  const op = (hidden.split("::").at(-1) ?? hidden).replace(/\..*/, "");
  return { code: words.parts("step-inside", { op, code }) };
}

/** A write that other tensors in the same memory feel while their own counter stands still. */
function tellBehind(scene: Scene, event: OpEvent, hosts: readonly string[]): readonly Phrase[] {
  const { index, words } = scene;
  const [write] = event.writes;
  const storage = index.tensors.get(write?.tensor ?? "")?.storage ?? null;
  const mates = storage === null ? [] : (index.tensorsByStorage.get(storage) ?? []);
  const felt = mates.filter(mate => mate.counter !== write?.counter && mate.event < event.index && mate.names.length > 0);
  const ids = felt.map(mate => mate.id).filter(id => !hosts.includes(id));
  return ids.length > 0 ? [words.parts("step-edit-behind", { other: tensors(scene, ids), count: ids.length })] : [];
}

function tellStale(scene: Scene, event: OpEvent): readonly Phrase[] {
  const { index, words } = scene;
  const stale = event.stale.map(id => index.saved.get(id)).filter(entry => entry !== undefined);
  const [first] = stale;
  if (!first) return [];
  const fails = index.run.diagnoses.some(
    diagnosis => diagnosis.kind === "version_mismatch" && diagnosis.severity === "error" && diagnosis.event === event.index,
  );
  const params = { node: nodeName(index, first.node), version: first.saved_version, count: stale.length };
  if (stale.length > 1) return [words.parts(fails ? "step-stale-many-fails" : "step-stale-many", params)];
  return [words.parts(fails ? "step-stale-fails" : "step-stale", params)];
}

function tellBackwardStart(scene: Scene, event: EventOf<"backward_start">): readonly Phrase[] {
  const { words } = scene;
  const start = words.parts("step-backward-start", { call: `${event.call}()`, root: tensors(scene, event.roots) });
  if (event.create_graph) return [start, words.parts("step-create-graph")];
  return event.retain_graph ? [start, words.parts("step-retain-graph")] : [start];
}

function tellNode(scene: Scene, event: EventOf<"node">): Phrase {
  const { index, words } = scene;
  const node = nodeOf(index, event.node);
  const goals = (node?.next_functions ?? [])
    .map(edge => edge.node)
    .filter(id => id !== null)
    .map(id => ({ key: id, phrase: goal(scene, id) }));
  const params = { node: nodeName(index, event.node) };
  if (node?.variable) return words.parts("step-node-leaf", { ...params, other: nameOf(scene, node.variable) });
  if (event.grad_inputs.length === 0 && goals.length > 0) return words.parts("step-node-failed", params);
  if (goals.length === 0) return words.parts("step-node-end", params);
  return words.parts("step-node", { ...params, goals: listed(scene, unique(goals)) });
}

function goal(scene: Scene, id: string): Phrase {
  const node = nodeOf(scene.index, id);
  return node?.variable ? nameOf(scene, node.variable) : [{ text: node?.name ?? id, style: "name" }];
}

function tellUnpack(scene: Scene, event: EventOf<"unpack">): Phrase {
  const { index, words } = scene;
  const saved = index.saved.get(event.saved);
  return words.parts(event.ok ? "step-unpack" : "step-unpack-stale", {
    node: nodeName(index, saved?.node ?? null),
    name: nameOf(scene, saved?.tensor ?? ""),
    version: event.saved_version,
    current: event.current_version,
  });
}

/** PyTorch's own message names no tensor and may run on: where the cause is known, that is told instead. */
function tellRaise(scene: Scene, event: EventOf<"raise">): Phrase {
  const { index, words, now } = scene;
  const type = event.exception_type;
  const saved = index.saved.get(event.saved ?? "");
  if (saved) {
    const node = nodeName(index, event.node ?? saved.node);
    const params = { type, node, name: nameOf(scene, saved.tensor), version: saved.saved_version };
    return words.parts("step-raise-version", { ...params, current: currentVersion(index, saved, now) });
  }
  const cause = index.run.diagnoses.find(diagnosis => diagnosis.raised && diagnosis.raise_line === event.line);
  return words.parts("step-raise", { type, text: (cause && titleOf(words, cause)) ?? firstLine(event.message) });
}

function tellWarning({ index, words }: Scene, event: EventOf<"warning">): Phrase {
  const cause = index.diagnosesByEvent.get(event.index)?.[0];
  return words.parts("step-warning", { category: event.category, text: (cause && titleOf(words, cause)) ?? firstLine(event.text) });
}

/** An embed leaves the diagnoses' words out. */
function titleOf(words: Words, { kind, params }: Diagnosis): string | null {
  const key = `diagnosis-${kind}-title`;
  return words.has(key) ? words.word(key, params) : null;
}

function tellAccumulate(scene: Scene, event: EventOf<"accumulate">): Phrase {
  const { words } = scene;
  const name: Phrase = [{ text: `${textOf(nameOf(scene, event.tensor))}.grad`, style: "name" }];
  const added = isAdded(scene, event);
  const numbers = event.grad && small(event.grad) ? numbersOf(event.grad) : null;
  if (numbers === null) return words.parts(added ? "step-grad-more" : "step-grad-first", { name });
  return words.parts(added ? "step-grad-more-value" : "step-grad-first-value", { name, code: numbers });
}

/** What `.grad` holds afterwards differs from what has just arrived: it held something before. */
function isAdded({ index }: Scene, event: EventOf<"accumulate">): boolean {
  const arrived = index.run.events.slice(Math.max(0, event.index - 3), event.index).findLast(item => item.kind === "node");
  if (arrived?.kind !== "node" || !event.grad || !arrived.grad_outputs[0]) return false;
  return arrived.grad_outputs[0].preview.join() !== event.grad.preview.join();
}

function small(value: Value): boolean {
  return value.preview.length <= 4 && value.shape.join() === value.preview_shape.join();
}

function savedItem(scene: Scene, tensor: string, version: number): Phrase {
  return scene.words.parts("step-saved-item", { name: nameOf(scene, tensor), version });
}

function tensors(scene: Scene, ids: readonly string[]): Phrase {
  return listed(scene, unique(ids.map(id => ({ key: id, phrase: nameOf(scene, id) }))));
}

/** The first few of a list, and how many more there are. */
function listed(scene: Scene, items: readonly Phrase[]): Phrase {
  if (items.length <= LISTED + 1) return scene.words.list(items);
  const more = scene.words.parts("step-more", { count: items.length - LISTED });
  return scene.words.list([...items.slice(0, LISTED), more]);
}

function nameOf({ index, words, now }: Scene, id: string): Phrase {
  return describe(index, words, id, now);
}

/** The snippet's name for a tensor, else what it is. */
export function describe(index: TraceIndex, words: Words, id: string, now: number): Phrase {
  const called = callName(index, id, now);
  if (called !== null) return [{ text: called, style: "name" }];
  const made = index.run.events[index.tensors.get(id)?.event ?? -1];
  return made?.kind === "op" && made.outputs.includes(id) ? words.parts("step-result-of", { op: made.name }) : words.parts("step-unnamed");
}

function nodeName(index: TraceIndex, id: string | null): string {
  return nodeOf(index, id)?.name ?? "?";
}

function unique<Item>(items: readonly { readonly key: string; readonly phrase: Item }[]): readonly Item[] {
  return [...new Map(items.map(item => [item.key, item.phrase])).values()];
}

function join(words: Words, phrases: readonly Phrase[]): Phrase {
  return phrases.flatMap((phrase, position) => (position > 0 && words.lang === "en" ? [plain(" "), ...phrase] : phrase));
}

function shorten(text: string): string {
  return text.length > CODE_CHARS ? `${text.slice(0, CODE_CHARS - 1)}…` : text;
}

function firstLine(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length > MESSAGE_CHARS ? `${line.slice(0, MESSAGE_CHARS - 1)}…` : line;
}
