/** The lines of a diagnosis, as links that move the film and the editor. */

import { type Child, el, phrase } from "../dom/dom";
import type { ToLine } from "../editor/contract";
import { describeTensor } from "../narration/context";
import type { Phrase, Words } from "../narration/locale";
import type { Actions } from "../page/actions";
import type { Diagnosis, Saved } from "../trace/contract";
import { isRefused } from "../trace/diagnoses";
import type { Film } from "../trace/film";
import type { TraceIndex } from "../trace/index";
import { type CodeLine, lineOf, lineText } from "../trace/sources";

export interface StepListOptions {
  readonly actions: Actions;
  readonly toLine: ToLine;
}

/** Saved here, edited here, born here, raised here: each line that applies, in the order of the program. */
export function stepList(film: Film, words: Words, diagnosis: Diagnosis, options: StepListOptions): readonly Child[] {
  const { index } = film;
  const { event } = diagnosis;
  const name = nameIn(film, words, diagnosis);
  const rows: Child[] = [];
  const row = (place: CodeLine, at: number | null, tone: string, text: Phrase) => {
    if (place.line !== null) rows.push(listRow(words, index, place, at, tone, text, options));
  };
  row(placeOf(diagnosis, "cut"), event, "save", words.parts("page-story-cut"));
  rows.push(...savedList(film, words, diagnosis, options));
  row(
    placeOf(diagnosis, "edit"),
    diagnosis.edit_event ?? event,
    diagnosis.kind === "silent_overwrite" ? "sil" : "edit",
    editStory(words, diagnosis, name),
  );
  rows.push(...birthList(film, words, diagnosis, options));
  if (diagnosis.raise_line !== diagnosis.edit_line || diagnosis.raise_file !== diagnosis.edit_file)
    row(placeOf(diagnosis, "raise"), diagnosis.raise_event, "bad", raiseStory(words, diagnosis));
  return rows;
}

/** Further saved tensors that the same edit made stale, one for each line of the program that saved any of them. */
export function otherSaves({ index }: Film, { others, saved_line, saved_file }: Diagnosis): readonly Saved[] {
  const saved = others
    .flatMap(id => index.saved.get(id) ?? [])
    .filter(({ line, file }) => line !== null && `${file ?? 0}:${line}` !== `${saved_file}:${saved_line}`);
  return [...new Map(saved.map(each => [`${each.file ?? 0}:${each.line}`, each] as const)).values()];
}

/** Where such a tensor was saved. */
export function savedRow({ index }: Film, words: Words, saved: Saved, options: StepListOptions): HTMLElement {
  const name = describeTensor(index, words, saved.tensor, saved.event);
  const text = words.parts("page-story-saved", { name, version: saved.saved_version });
  return listRow(words, index, { line: saved.line, file: saved.file }, saved.event, "save", text, options);
}

/** The line that saved, where one did. */
function savedList(film: Film, words: Words, diagnosis: Diagnosis, options: StepListOptions): readonly Child[] {
  const [place, version] = [placeOf(diagnosis, "saved"), diagnosis.saved_version];
  if (place.line === null) return [];
  const saved = diagnosis.saved === null ? undefined : film.index.saved.get(diagnosis.saved);
  const name = nameIn(film, words, diagnosis);
  const text = version === null ? words.parts("page-story-saved-here") : words.parts("page-story-saved", { name, version });
  return [listRow(words, film.index, place, saved?.event ?? null, "save", text, options)];
}

/** Where a NaN, an infinity or a zero was made that spoils a gradient, and where it is first seen, which may be rounds later. */
function birthList({ index }: Film, words: Words, diagnosis: Diagnosis, options: StepListOptions): readonly Child[] {
  const params = { what: diagnosis.kind === "zero_gradient" ? "zero" : "non-finite" };
  const rows: Child[] = [];
  for (const [part, tone] of [
    ["birth", "bad"],
    ["noticed", "bwd"],
  ] as const) {
    const [place, at] = [placeOf(diagnosis, part), diagnosis[`${part}_event`] ?? null];
    const text = words.parts(part === "birth" ? "page-story-born" : "page-story-noticed", params);
    if (place.line !== null) rows.push(listRow(words, index, place, at, tone, text, options));
  }
  return rows;
}

/** As the text below calls it. */
function nameIn({ index }: Film, words: Words, { params, name, tensor, event }: Diagnosis): Phrase {
  if (typeof params.how === "string") return words.parts("diagnosis-what", params);
  if (name !== null) return [{ text: name, style: "name" }];
  return tensor === null ? words.parts("step-unnamed") : describeTensor(index, words, tensor, event ?? 0);
}

/** The version moved, or only the memory changed, or PyTorch refused. */
function editStory(words: Words, diagnosis: Diagnosis, name: Phrase): Phrase {
  const { params } = diagnosis;
  if (isRefused(diagnosis)) return words.parts("page-story-refused", { name });
  if (diagnosis.kind === "transform_edit") return words.parts("page-story-edited-inside");
  if (!hasVersions(diagnosis)) return words.parts("page-story-overwrote", { name });
  const { before = diagnosis.saved_version, after = diagnosis.current_version } = params;
  return words.parts("page-story-edited", { ...params, name, before, after, current: diagnosis.current_version });
}

function raiseStory(words: Words, diagnosis: Diagnosis): Phrase {
  const { raised, saved_version, current_version } = diagnosis;
  if (!hasVersions(diagnosis)) return words.parts(raised ? "page-story-raised" : "page-story-raises");
  const params = { version: saved_version, current: current_version };
  return words.parts(raised ? "page-story-raised-versions" : "page-story-raises-versions", params);
}

function hasVersions({ saved_version, current_version }: Diagnosis): boolean {
  return saved_version !== null && current_version !== null && saved_version !== current_version;
}

function placeOf(diagnosis: Diagnosis, part: "cut" | "saved" | "edit" | "raise" | "birth" | "noticed"): CodeLine {
  return { line: diagnosis[`${part}_line`] ?? null, file: diagnosis[`${part}_file`] };
}

function listRow(
  words: Words,
  index: TraceIndex,
  place: CodeLine,
  event: number | null,
  tone: string,
  text: Phrase,
  options: StepListOptions,
): HTMLElement {
  const go = () => {
    if (place.line !== null) options.toLine(place.line, place.file ?? 0);
    if (event !== null) options.actions.goToEvent(event);
  };
  const pill = el("span", { class: `pill ${tone}` }, words.word("page-line", lineOf(index, place)));
  const code = lineText(index.sources, place);
  const told = el("span", {}, ...phrase(text), code !== "" && el("code", { class: "story-code" }, code));
  return el("li", {}, el("button", { type: "button", class: "story-link", on: { click: go } }, pill, told));
}
