/** The editor in the page: the code goes both ways, the film's marks come in. */

import type { Editor } from "../editor/contract";
import { createLazyEditor } from "../editor/lazy";
import { type EditorMarks, marksAt, NO_MARKS } from "../editor/marks";
import type { Actions } from "../page/actions";
import { isEdited, type PageStore } from "../page/state";
import { nextAtLine, stepAt } from "../trace/film";
import { nameCard } from "./name-card";

export function createCodePane(host: HTMLElement, store: PageStore, actions: Actions): Editor {
  const toStep = (line: number) => {
    const { film, position } = store.get();
    const step = film && !isEdited(store.get()) ? nextAtLine(film, position, line) : null;
    if (step !== null) actions.goTo(step);
  };
  const describe = (names: readonly string[]) => nameCard(store.get(), names);
  const listeners = { onChange: actions.setCode, onRun: () => void actions.run(), onLine: toStep, describe };
  const editor = createLazyEditor(host, store.get().code, listeners);
  store.watch(
    ({ code }) => [code],
    ([code]) => editor.setCode(code),
  );
  store.watch(
    ({ words }) => [words],
    ([words]) => editor.setWords(words),
  );
  let marked = "";
  const mark = (marks: EditorMarks) => {
    const key = JSON.stringify(marks);
    if (key !== marked) editor.setMarks(marks);
    marked = key;
  };
  // Over edited code the last marks stay, moved along with the text and dimmed, until it is run or put back.
  store.watch(
    page => [page.film, page.position, page.words, isEdited(page)] as const,
    ([film, position, words, edited]) => {
      if (edited) marked = "";
      else mark(film ? marksAt(film, position, words) : NO_MARKS);
      editor.setEdited(edited);
    },
  );
  // Once per step, so that the reader may scroll away in between; and when the pane appears, which has no height before.
  store.watch(
    ({ film, position, pane }) => [film, position, pane] as const,
    ([film, position]) => {
      const line = film && !isEdited(store.get()) ? stepAt(film, position)?.line : null;
      if (line) editor.reveal(line);
    },
  );
  return editor;
}
