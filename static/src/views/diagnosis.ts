/** The diagnosis cards: a verdict, the lines that explain it as links into film and editor, the reason, ways out. */
import type { Actions } from "../actions";
import type { Diagnosis, Fix } from "../contract";
import { type Film, worstFirst } from "../film";
import type { Phrase, Words } from "../locale";
import { describe } from "../narration";
import type { PageStore } from "../page";
import { type Child, el, phrase, replace } from "./dom";
import { type IconName, icon } from "./icons";

export interface DiagnosisOptions {
  readonly actions: Actions;
  readonly toLine: (line: number) => void;
  /** Puts a whole fixed snippet into the editor and runs it. */
  readonly applyFix: (code: string) => void;
}

const NOTES_OPEN = 1;
const ICONS: Record<Diagnosis["severity"], IconName> = { error: "cross", warning: "info", note: "info" };

export function createDiagnoses(host: HTMLElement, store: PageStore, options: DiagnosisOptions): void {
  store.watch(
    page => [page.film, page.words] as const,
    ([film, words]) => {
      const cards = film ? worstFirst(film.run.diagnoses).map((diagnosis, at) => card(film, words, diagnosis, at, options)) : [];
      replace(host, ...cards);
      host.hidden = cards.length === 0;
    },
  );
}

function card(film: Film, words: Words, diagnosis: Diagnosis, at: number, options: DiagnosisOptions): HTMLElement {
  const open = diagnosis.severity !== "note" || at < NOTES_OPEN;
  return el(
    "details",
    { class: `card ${diagnosis.severity}`, open },
    el("summary", {}, icon(ICONS[diagnosis.severity]), el("h2", {}, titleOf(words, diagnosis))),
    el("ol", { class: "story" }, ...story(film, words, diagnosis, options)),
    el("p", { class: "reason" }, ...phrase(messageOf(words, diagnosis))),
    ...fixesOf(words, diagnosis.fixes, options),
  );
}

function titleOf(words: Words, { kind, params, message }: Diagnosis): string {
  const key = `diagnosis-${kind}-title`;
  return words.has(key) ? words.word(key, params) : message;
}

function messageOf(words: Words, { kind, params, message }: Diagnosis): Phrase {
  const key = `diagnosis-${kind}`;
  return words.has(key) ? words.parts(key, params) : [{ text: message, style: "plain" }];
}

/** Saved here, edited here, raised here: each line that applies, in the order of the program's life. */
function story(film: Film, words: Words, diagnosis: Diagnosis, options: DiagnosisOptions): readonly Child[] {
  const { index } = film;
  const { saved_version, tensor, event } = diagnosis;
  const name = diagnosis.name ?? (tensor === null ? words.word("step-unnamed") : describe(index, words, tensor, event ?? 0));
  const saved = diagnosis.saved === null ? undefined : index.saved.get(diagnosis.saved);
  const rows: Child[] = [];
  const row = (line: number | null, at: number | null, tone: string, text: Phrase) => {
    if (line !== null) rows.push(storyRow(words, line, at, tone, text, options));
  };
  row(diagnosis.cut_line, event, "save", words.parts("page-story-cut"));
  row(
    diagnosis.saved_line,
    saved?.event ?? null,
    "save",
    saved_version === null ? words.parts("page-story-saved-here") : words.parts("page-story-saved", { name, version: saved_version }),
  );
  row(diagnosis.edit_line, event, diagnosis.kind === "silent_overwrite" ? "sil" : "edit", editStory(words, diagnosis, name));
  if (diagnosis.raise_line !== diagnosis.edit_line)
    row(diagnosis.raise_line, raiseEvent(film, diagnosis), "bad", raiseStory(words, diagnosis));
  return rows;
}

/** The version moved, or the memory alone, or PyTorch refused. */
function editStory(words: Words, diagnosis: Diagnosis, name: string | Phrase): Phrase {
  const { kind, saved_version, current_version } = diagnosis;
  if (kind === "leaf_in_place" || kind === "multi_view_in_place") return words.parts("page-story-refused", { name });
  if (!hasVersions(diagnosis)) return words.parts("page-story-overwrote", { name });
  return words.parts("page-story-edited", { name, before: saved_version, after: current_version });
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

function raiseEvent(film: Film, { raise_line, raised }: Diagnosis): number | null {
  if (!raised) return null;
  const event = film.run.events.findLast(item => item.kind === "raise" && item.line === raise_line);
  return event?.index ?? null;
}

function storyRow(words: Words, line: number, event: number | null, tone: string, text: Phrase, options: DiagnosisOptions): HTMLElement {
  const go = () => {
    options.toLine(line);
    if (event !== null) options.actions.goToEvent(event);
  };
  const pill = el("span", { class: `pill ${tone}` }, words.word("page-line", { line }));
  return el("li", {}, el("button", { type: "button", class: "story-link", on: { click: go } }, pill, el("span", {}, ...phrase(text))));
}

function fixesOf(words: Words, fixes: readonly Fix[], options: DiagnosisOptions): readonly Child[] {
  if (fixes.length === 0) return [];
  const items = fixes.map(fix => {
    const key = `fix-${fix.kind}`;
    const text = words.has(key) ? phrase(lightly(words.parts(key, fix.params))) : [fix.message];
    const { code } = fix;
    const apply =
      code !== null &&
      el("button", { type: "button", class: "button small", on: { click: () => options.applyFix(code) } }, words.word("page-fix-apply"));
    return el("li", {}, el("span", {}, ...text), apply);
  });
  return [el("h3", {}, words.word("page-fixes")), el("ul", { class: "fixes" }, ...items)];
}

/** A fix quotes code around its names, so they are set like the rest of it. */
function lightly(parts: Phrase): Phrase {
  return parts.map(part => (part.style === "name" ? { ...part, style: "code" } : part));
}
