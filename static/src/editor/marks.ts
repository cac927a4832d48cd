/** Turns a film at a position into what the editor shows beside and behind each line. Pure. */

import type { Words } from "../narration/locale";
import { codeCells, type Ending, endingsOf } from "../trace/cells";
import type { CodeEdit, EventOf, Failure, TraceEvent } from "../trace/contract";
import { type Film, lastEventAt, stepAt } from "../trace/film";
import { callName } from "../trace/history";
import type { Edit } from "../trace/index";
import type { CodeLine } from "../trace/sources";

export interface Badge {
  readonly tone: "save" | "edit" | "sil" | "bad";
  readonly text: string;
  /** The same where there is no room for words: a version, or how many tensors. */
  readonly short: string;
  /** What it says of each tensor, where it stands for several. */
  readonly parts: readonly string[];
}

export interface LineMarks {
  readonly line: number;
  readonly sign: "saved" | "edited" | "raises" | null;
  /** What was saved, what was edited, what is raised; where there is room for one only, the last. */
  readonly badges: readonly Badge[];
}

export interface MarkedError {
  readonly line: number;
  readonly text: string;
}

/** How a cell ended, as notebooks show it below the cell. */
export interface CellEnd {
  readonly line: number;
  readonly endLine: number;
  readonly printed: string | null;
  readonly echo: string | null;
  readonly error: string | null;
  /** The film has not come to the end of the cell. */
  readonly isAhead: boolean;
}

export interface EditorMarks {
  readonly lines: readonly LineMarks[];
  /** The line that the film is at, and how it is tinted. */
  readonly current: { readonly line: number; readonly tone: "fwd" | "edit" | "bwd" | "bad" } | null;
  /** The line that raised, underlined, with what was raised. */
  readonly error: MarkedError | null;
  /** What is shown below the cells of the program, and the errors of all but the first one that raised. */
  readonly cells?: { readonly ends: readonly CellEnd[]; readonly errors: readonly MarkedError[] };
  /** The lines that an author's note points at. */
  readonly pointed?: readonly number[];
  /** The lines that a fix has changed. */
  readonly changed?: readonly number[];
}

export const NO_MARKS: EditorMarks = { lines: [], current: null, error: null };

const MAX_PARTS = 12;

/** What is known of a line: what it saved and edited by tensor, and whether it raises. */
interface Noted {
  readonly saves: Map<string, Omit<Badge, "parts">>;
  readonly edits: Map<string, Omit<Badge, "parts">>;
  /** Edits of parameters: beside them the state that an optimizer keeps is not worth a word. */
  readonly parameters: Map<string, Omit<Badge, "parts">>;
  /** The first NaN or infinity of those that a diagnosis is about. */
  readonly born: Map<string, Badge>;
  raises: boolean;
}

type NotedAt = (at: CodeLine) => Noted | null;

/** The marks of one file. */
export function marksAt(film: Film, position: number, words: Words, file = 0): EditorMarks {
  const lines = new Map<number, Noted>();
  const at: NotedAt = ({ line, file: where }) => {
    if (line === null || (where ?? 0) !== file) return null;
    const noted = lines.get(line) ?? { saves: new Map(), edits: new Map(), parameters: new Map(), born: new Map(), raises: false };
    lines.set(line, noted);
    return noted;
  };
  const now = lastEventAt(film, position);
  noteSaves(film, now, words, at);
  noteEdits(film, now, words, at);
  noteBirths(film, now, words, at);
  const endings = endingsOf(film.run);
  for (const ending of endings) {
    const raising = markedError(ending, file) !== null && raiseIsKnown(film, ending, now) ? at(ending.failure) : null;
    if (raising) raising.raises = true;
  }
  const [error = null, ...further] = endings.flatMap(ending => markedError(ending, file) ?? []);
  const sorted = [...lines].sort(([a], [b]) => a - b);
  const marks = { lines: sorted.map(([line, noted]) => marksOf(line, noted, words)), current: currentOf(film, position, file), error };
  const ends = file === 0 ? endsOf(film, now) : [];
  return ends.length + further.length === 0 ? marks : { ...marks, cells: { ends, errors: further } };
}

/** Marks for edits that were read of the code, beside those of a film; a film's own say more. */
export function withRead(lines: EditorMarks["lines"], edits: readonly CodeEdit[]): EditorMarks["lines"] {
  const marked = new Set(lines.map(({ line }) => line));
  const read = new Map<number, LineMarks>();
  for (const { line, target, text, effect } of edits) {
    if (marked.has(line)) continue;
    const badge: Badge = { tone: effect === "silent" ? "sil" : "edit", text: target ?? text, short: "", parts: [] };
    read.set(line, { line, sign: "edited", badges: [...(read.get(line)?.badges ?? []), badge] });
  }
  return read.size === 0 ? lines : [...lines, ...read.values()].sort((a, b) => a.line - b.line);
}

function marksOf(line: number, { saves, edits, parameters, born, raises }: Noted, words: Words): LineMarks {
  const counted = (key: string) => (count: number) => words.word(key, { count });
  const saved = grouped([...saves.values()], words, counted("page-badge-saves-many"));
  const ofParameters = parameters.size > 0;
  const edited = grouped(
    [...(ofParameters ? parameters : edits).values()],
    words,
    counted(ofParameters ? "page-badge-edits-parameters" : "page-badge-edits-many"),
  );
  const raised: Badge[] = raises ? [{ tone: "bad", text: words.word("page-badge-raises"), short: "", parts: [] }] : [];
  const sign = raises ? "raises" : edits.size > 0 ? "edited" : saves.size > 0 ? "saved" : null;
  return { line, sign, badges: [...saved, ...edited, ...born.values(), ...raised] };
}

/** One badge for what one line did to several tensors: nobody wrote a line for each parameter. */
function grouped(badges: readonly Omit<Badge, "parts">[], words: Words, textOf: (count: number) => string): readonly Badge[] {
  const [first] = badges;
  if (first === undefined) return [];
  if (badges.length === 1) return [{ ...first, parts: [] }];
  const parts = badges.slice(0, MAX_PARTS).map(({ text }) => text);
  const more = badges.length > MAX_PARTS ? [words.word("page-badge-more", { count: badges.length - MAX_PARTS })] : [];
  const tone = badges.find(badge => badge.tone === "sil")?.tone ?? first.tone;
  return [{ tone, text: textOf(badges.length), short: `${badges.length}`, parts: [...parts, ...more] }];
}

/** Only saved tensors that are edited later get a badge: almost every op saves something. */
function noteSaves(film: Film, now: number, words: Words, at: NotedAt): void {
  const { index } = film;
  const diagnosed = new Set(index.run.diagnoses.map(diagnosis => diagnosis.saved));
  for (const saved of index.run.saved) {
    if (saved.event > now || !(diagnosed.has(saved.id) || index.staleEvent(saved.id) !== null)) continue;
    const host = index.visible.shownAs(saved.tensor) ?? saved.tensor;
    const name = callName(index, saved.tensor, saved.event) ?? callName(index, host, saved.event) ?? saved.attribute;
    const text = words.word("page-badge-saves", { name, version: saved.saved_version });
    at(saved)?.saves.set(saved.tensor, { tone: "save", text, short: `v${saved.saved_version}` });
  }
}

/** A call of a library, such as an optimizer's step, is one thing: once it edits, all its edits count. */
function noteEdits(film: Film, now: number, words: Words, at: NotedAt): void {
  const call = libraryCallAt(film, now);
  const isOfCall = ({ event }: Edit) => call !== null && callOf(film, event) === call;
  const begun = film.index.edits.some(edit => edit.event <= now && isOfCall(edit));
  for (const edit of film.index.edits) {
    const noted = edit.event <= now || (begun && isOfCall(edit)) ? at(edit) : null;
    if (noted === null) continue;
    const host = film.index.tensors.get(edit.host);
    const badge = editBadge(film, edit, words);
    noted.edits.set(edit.write.tensor, badge);
    if (host?.is_leaf && host.requires_grad) noted.parameters.set(edit.host, badge);
  }
}

/** Where numbers that spoil a gradient stop being finite, or it becomes zero; a note is about such as do no harm. */
function noteBirths({ run }: Film, now: number, words: Words, at: NotedAt): void {
  for (const { kind, severity, birth_event: event = null, birth_line: line = null, birth_file: file = 0, params } of run.diagnoses) {
    if (severity === "note" || event === null || event > now) continue;
    const value = kind === "zero_gradient" ? "zero" : params.value === "nan" ? "nan" : "inf";
    const text = words.word("page-badge-born", { value });
    at({ line, file })?.born.set(text, { tone: "bad", text, short: value === "zero" ? "∇ 0" : value, parts: [] });
  }
}

/** The library call that runs at event `now`. */
function libraryCallAt(film: Film, now: number): string | null {
  const id = callOf(film, now);
  if (id === null) return null;
  for (let at = now; at >= 0; at--) {
    const event = film.run.events[at];
    if (event?.kind === "call" && event.call === id) return event.what === "library" ? id : null;
  }
  return null;
}

function callOf({ run }: Film, at: number): string | null {
  const event = run.events[at];
  return event !== undefined && "call" in event ? (event.call ?? null) : null;
}

function editBadge(film: Film, { event, host, write, unseen, text }: Edit, words: Words): Omit<Badge, "parts"> {
  const name = callName(film.index, host, event) ?? text;
  const hostCounter = film.index.tensors.get(host)?.counter;
  if (write.version_before === write.version_after || hostCounter !== write.counter)
    return { tone: unseen ? "sil" : "edit", text: words.word("page-badge-silent", { name }), short: "" };
  const [before, after] = [write.version_before, write.version_after].map(version => `v${version ?? "?"}`);
  return { tone: "edit", text: `${name} ${before} → ${after}`, short: `${after}` };
}

function markedError({ failure }: Ending, file: number): MarkedError | null {
  if (failure.kind !== "python_error" || failure.line === null || (failure.file ?? 0) !== file) return null;
  return { line: failure.line, text: textOf(failure) };
}

function textOf({ exception_type, message }: Failure): string {
  return `${exception_type ?? ""}: ${message}`;
}

/** True from the edit on that causes it; without one, when it happens. */
function raiseIsKnown({ run }: Film, { failure, cell }: Ending, now: number): boolean {
  const raised = failure.event ?? -1;
  const diagnosis = run.diagnoses.find(item => item.raised && item.event !== null && (cell === null || item.cell === cell));
  return now >= Math.min(raised, diagnosis?.event ?? raised);
}

/** More of what a cell printed is in the output below the code. */
const MAX_PRINTED_CHARS = 2_000;

function endsOf({ run }: Film, now: number): readonly CellEnd[] {
  return codeCells(run).flatMap(({ line, end_line: endLine, events = null, echo = null, failure = null }) => {
    const isOutput = (event: TraceEvent): event is EventOf<"output"> => event.kind === "output" && event.stream === "stdout";
    const inside = events === null ? [] : run.events.slice(events[0], events[1] + 1).filter(isOutput);
    const printed =
      inside
        .map(({ text }) => text)
        .join("")
        .trimEnd()
        .slice(0, MAX_PRINTED_CHARS) || null;
    const error = failure === null || failure.kind !== "python_error" ? null : textOf(failure);
    if (printed === null && echo === null && error === null) return [];
    return [{ line, endLine, printed, echo, error, isAhead: events !== null && now < events[1] }];
  });
}

function currentOf(film: Film, position: number, file: number): EditorMarks["current"] {
  const step = stepAt(film, position);
  if (!step || step.line === null || step.file !== file) return null;
  if (step.kind === "raise" || step.kind === "unpack") return { line: step.line, tone: "bad" };
  if (step.kind === "edit") return { line: step.line, tone: "edit" };
  const backward = step.kind === "backward" || step.kind === "node" || step.kind === "accumulate";
  return { line: step.line, tone: backward ? "bwd" : "fwd" };
}
