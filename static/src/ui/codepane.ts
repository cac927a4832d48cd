/** The editor in the page: the code goes both ways, the film's marks come in. Files of the film other than the main one are only read. */

import type { Editor, PickLines, ToLine } from "../editor/contract";
import type { Describe } from "../editor/hover";
import { createLazyEditor } from "../editor/lazy";
import { type EditorMarks, marksAt, NO_MARKS, withRead } from "../editor/marks";
import { pointedLines } from "../notes/told";
import type { PageActions } from "../page/actions";
import { linesOfFix } from "../page/fixed";
import { shownPiece } from "../page/piece";
import { keepRead, leaveOut } from "../page/prepare";
import { isEdited, type Page, type PageStore } from "../page/state";
import { lineIn } from "../snippet/changed";
import { nextAtLine, stepAt } from "../trace/film";
import { createFileTabs } from "./file-tabs";
import { createLeaveHint } from "./leave-editor";
import { nameCard } from "./name-card";

export interface PageCode {
  /** To a line of the film's program, where the editor still has it. */
  readonly toLine: ToLine;
  /** To a line of the text in the editor. */
  readonly toText: ToLine;
  readonly pick: PickLines;
}

export function createCodePane(host: HTMLElement, store: PageStore, actions: PageActions): PageCode {
  let file = 0;
  let picked: ToLine | null = null;
  const toStep = (line: number) => {
    if (picked !== null) {
      picked(line, file);
      return;
    }
    const { film, position } = store.get();
    const step = film && !isEdited(store.get()) ? nextAtLine(film, position, line, file) : null;
    if (step !== null) actions.goTo(step);
  };
  const describe: Describe = (names, functions) => nameCard(store.get(), names, { file, functions });
  const onChange = (code: string) => {
    if (file === 0) actions.setCode(code);
  };
  const editor = createLazyEditor(host, store.get().code, {
    onChange,
    onRun: () => void actions.run(),
    onRunTo: cell => void actions.runTo(cell),
    onLine: toStep,
    onText: line => picked?.(line, file),
    describe,
    onPage: (before, page) => keepRead(store, before, page),
    onLeftOut: (why, length) => leaveOut(store, why, length),
  });
  const mark = marker(editor, store, () => file);
  const open = (next: number): void => {
    const { film, code, words } = store.get();
    const text = next === 0 ? code : film?.index.sources[next]?.lines.join("\n");
    if (text === undefined) return;
    const other = next !== file;
    file = next;
    if (other) editor.setCode(text, file > 0);
    tabs.show(film, file, words);
    mark(other);
  };
  const tabs = createFileTabs(host, open);
  host.before(tabs.bar);
  createLeaveHint(host, store);
  followCode(store, editor, { open, file: () => file });
  const toText: ToLine = (line, next) => {
    open(next);
    editor.toLine(line);
  };
  followPage(store, editor, { mark, open, file: () => file });
  return {
    pick: act => {
      picked = act;
      host.classList.toggle("is-picking", act !== null);
    },
    toLine: (line, next) => {
      const here = next === 0 ? inEditor(store.get(), line) : line;
      if (here !== null) toText(here, next);
    },
    toText,
  };
}

/** The line of the editor that a line of the film's program is; null where it was changed or is gone. */
function inEditor(page: Page, line: number): number | null {
  return page.film !== null && isEdited(page) ? lineIn(page.code, page.film.run.code, line) : line;
}

function followCode(store: PageStore, editor: Editor, { open, file }: Pick<CodeView, "open" | "file">): void {
  store.watch(
    ({ code }) => [code],
    ([code]) => {
      if (file() === 0) editor.setCode(code);
      else open(0);
    },
  );
}

interface CodeView {
  readonly mark: (anew: boolean) => void;
  readonly open: (file: number) => void;
  readonly file: () => number;
}

function followPage(store: PageStore, editor: Editor, { mark, open, file }: CodeView): void {
  store.watch(
    ({ words }) => [words],
    ([words]) => editor.setWords(words),
  );
  store.watch(
    page =>
      [
        page.film,
        page.position,
        page.words,
        page.told,
        page.lit,
        page.fixed,
        page.stops.length > 0,
        isEdited(page),
        shownPiece(page),
      ] as const,
    () => mark(false),
  );
  // Once per step, so that the reader may scroll away in between; and when the pane appears, or gets another shape.
  store.watch(
    ({ film, position, pane, presenting }) => [film, position, pane, presenting] as const,
    ([film, position]) => {
      const step = film && !isEdited(store.get()) ? stepAt(film, position) : null;
      const shown = file();
      open(step?.line ? step.file : shown < (film?.index.sources.length ?? 1) ? shown : 0);
      if (step?.line) editor.reveal(step.line);
    },
  );
}

const WITHOUT_ERRORS = { error: null, cells: { ends: [], errors: [] } };

/** Over edited code the last marks stay, moved along with the text and dimmed, until it is run or put back. */
function marker(editor: Editor, store: PageStore, file: () => number): (anew: boolean) => void {
  let marked = "";
  return anew => {
    const { film, position, words, told, lit, stops, fixed } = store.get();
    const edited = isEdited(store.get());
    const here = lit.flatMap(each => (each.file === file() && each.line !== null ? [each.line] : []));
    const pointed = [...new Set([...(told ? pointedLines(told, position, file()) : []), ...here])];
    const known = film ? marksAt(film, position, words, file()) : NO_MARKS;
    // Whoever is still asked what happens is not told which line raises.
    const changed = fixed !== null && film?.run === fixed.after && file() === 0 ? linesOfFix(fixed) : [];
    const isAsked = stops.length > 0;
    const read = file() === 0 ? (shownPiece(store.get())?.answer?.piece?.edits ?? []) : [];
    const marks: EditorMarks = { ...known, lines: withRead(known.lines, read), ...(isAsked ? WITHOUT_ERRORS : {}), pointed, changed };
    const key = JSON.stringify(marks);
    if (!edited && (anew || key !== marked)) editor.setMarks(marks);
    marked = edited ? "" : key;
    editor.setEdited(edited);
  };
}
