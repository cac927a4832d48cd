/** The page's editor for a task: code without a film. */
import { createLazyEditor } from "../editor/lazy";
import type { Words } from "../narration/locale";
import { MAX_TEXT_CHARS } from "../snippet/limits";
import { leftOutText } from "./left-out";

export interface TaskEditor {
  readonly code: () => string;
  readonly setCode: (code: string) => void;
}

/** `onRun`: Ctrl+Enter was pressed. `onLeftOut`: what was pasted is too long, in words. */
export function createTaskEditor(
  host: HTMLElement,
  start: string,
  words: Words,
  onRun: () => void,
  onLeftOut: (text: string) => void,
): TaskEditor {
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
    onLeftOut: (why, size) => onLeftOut(leftOutText(words, { why, size, limit: MAX_TEXT_CHARS })),
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
