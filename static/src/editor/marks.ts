/** Turns a film at a position into what the editor shows beside and behind each line. Pure. */

import type { Words } from "../narration/locale";
import { type Film, lastEventAt, stepAt } from "../trace/film";
import { callName } from "../trace/history";
import type { Edit } from "../trace/index";
import type { CodeLine } from "../trace/sources";

export interface Badge {
  readonly tone: "save" | "edit" | "sil" | "bad";
  readonly text: string;
}

export interface LineMarks {
  readonly line: number;
  readonly sign: "saved" | "edited" | "raises" | null;
  readonly badges: readonly Badge[];
}

export interface EditorMarks {
  readonly lines: readonly LineMarks[];
  /** The line that the film is at, and how it is tinted. */
  readonly current: { readonly line: number; readonly tone: "fwd" | "edit" | "bwd" | "bad" } | null;
  /** The line that raised, underlined, with what was raised. */
  readonly error: { readonly line: number; readonly text: string } | null;
}

export const NO_MARKS: EditorMarks = { lines: [], current: null, error: null };

const BADGES_PER_LINE = 2;
const SHORT_LINE_CHARS = 28;

/** A long line has room for one badge: the last, which is an edit where there is one. */
function badgeRoom(film: Film, line: number, file: number): number {
  return (film.index.sources[file]?.lines[line - 1]?.length ?? 0) > SHORT_LINE_CHARS ? 1 : BADGES_PER_LINE;
}

/** The marks of one file. */
export function marksAt(film: Film, position: number, words: Words, file = 0): EditorMarks {
  const lines = new Map<number, { sign: LineMarks["sign"]; badges: Map<string, Badge> }>();
  const mark: Mark = ({ line, file: where }, sign, key, badge) => {
    if (line === null || (where ?? 0) !== file) return;
    const entry = lines.get(line) ?? { sign: null, badges: new Map() };
    if (entry.sign === null || sign === "raises" || (sign === "edited" && entry.sign === "saved")) entry.sign = sign;
    if (badge) entry.badges.set(key, badge);
    lines.set(line, entry);
  };
  const now = lastEventAt(film, position);
  markSaves(film, now, words, mark);
  markEdits(film, now, words, mark);
  const error = errorOf(film, file);
  if (error && raiseIsKnown(film, now))
    mark({ line: error.line, file }, "raises", "raise", { tone: "bad", text: words.word("page-badge-raises") });
  const sorted = [...lines].sort(([a], [b]) => a - b);
  return {
    lines: sorted.map(([line, { sign, badges }]) => ({ line, sign, badges: [...badges.values()].slice(-badgeRoom(film, line, file)) })),
    current: currentOf(film, position, file),
    error,
  };
}

type Mark = (at: CodeLine, sign: LineMarks["sign"], key: string, badge: Badge | null) => void;

/** Only saved tensors that are edited later get a badge: almost every op saves something. */
function markSaves(film: Film, now: number, words: Words, mark: Mark): void {
  const { index } = film;
  const diagnosed = new Set(index.run.diagnoses.map(diagnosis => diagnosis.saved));
  for (const saved of index.run.saved) {
    if (saved.event > now || !(diagnosed.has(saved.id) || index.staleEvent(saved.id) !== null)) continue;
    const host = index.visible.shownAs(saved.tensor) ?? saved.tensor;
    const name = callName(index, saved.tensor, saved.event) ?? callName(index, host, saved.event) ?? saved.attribute;
    const text = words.word("page-badge-saves", { name, version: saved.saved_version });
    mark(saved, "saved", `save ${saved.tensor}`, { tone: "save", text });
  }
}

function markEdits(film: Film, now: number, words: Words, mark: Mark): void {
  for (const edit of film.index.edits) {
    if (edit.event <= now) mark(edit, "edited", `edit ${edit.write.tensor}`, editBadge(film, edit, words));
  }
}

function editBadge(film: Film, { event, host, write, unseen, text }: Edit, words: Words): Badge {
  const name = callName(film.index, host, event) ?? text;
  const hostCounter = film.index.tensors.get(host)?.counter;
  if (write.version_before === write.version_after || hostCounter !== write.counter)
    return { tone: unseen ? "sil" : "edit", text: words.word("page-badge-silent", { name }) };
  return { tone: "edit", text: `${name} v${write.version_before ?? "?"} → v${write.version_after ?? "?"}` };
}

function errorOf(film: Film, file: number): EditorMarks["error"] {
  const { failure } = film.run.outcome;
  if (failure?.kind !== "python_error" || failure.line === null || (failure.file ?? 0) !== file) return null;
  return { line: failure.line, text: `${failure.exception_type ?? ""}: ${failure.message}` };
}

/** True from the edit on that causes it; without one, when it happens. */
function raiseIsKnown(film: Film, now: number): boolean {
  const raised = film.run.outcome.failure?.event ?? -1;
  const diagnosis = film.run.diagnoses.find(item => item.raised && item.event !== null);
  return now >= Math.min(raised, diagnosis?.event ?? raised);
}

function currentOf(film: Film, position: number, file: number): EditorMarks["current"] {
  const step = stepAt(film, position);
  if (!step || step.line === null || step.file !== file) return null;
  if (step.kind === "raise" || step.kind === "unpack") return { line: step.line, tone: "bad" };
  if (step.kind === "edit") return { line: step.line, tone: "edit" };
  const backward = step.kind === "backward" || step.kind === "node" || step.kind === "accumulate";
  return { line: step.line, tone: backward ? "bwd" : "fwd" };
}
