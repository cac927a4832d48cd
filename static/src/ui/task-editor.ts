/** The page's editor for a task: code without a film. */
import { createLazyEditor } from "../editor/lazy";
import type { Words } from "../narration/locale";

export interface TaskEditor {
  readonly code: () => string;
  readonly setCode: (code: string) => void;
}

/** `onRun`: Ctrl+Enter was pressed. */
export function createTaskEditor(host: HTMLElement, start: string, words: Words, onRun: () => void): TaskEditor {
  let code = start;
  const onChange = (next: string) => {
    code = next;
  };
  const editor = createLazyEditor(host, start, {
    onChange,
    onRun,
    onRunTo: null,
    onLine: () => {},
    onText: () => {},
    describe: () => null,
    onPage: () => {},
  });
  editor.setWords(words);
  return {
    code: () => code,
    setCode: next => {
      code = next;
      editor.setCode(next);
    },
  };
}
