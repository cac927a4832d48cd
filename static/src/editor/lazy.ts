/**
 * The editor of the page: plain text at once, CodeMirror in its place as soon as it has been loaded, after the first paint.
 *
 * Code, selection, marks and labels are carried over.
 */
import type { Words } from "../narration/locale";
import type { Editor, EditorListeners } from "./contract";
import { NO_MARKS } from "./marks";
import { createPlainEditor } from "./plain";

export function createLazyEditor(host: HTMLElement, code: string, listeners: EditorListeners): Editor {
  const plain = createPlainEditor(host, code, listeners);
  let editor: Editor = plain;
  const asked = { marks: NO_MARKS, edited: false, locked: false, words: null as Words | null, line: 0 };
  const replace = ({ createEditor }: typeof import("./editor")) => {
    const place = plain.selection();
    editor = createEditor(host, plain.code(), listeners, place);
    if (asked.words) editor.setWords(asked.words);
    editor.setCode(plain.code(), asked.locked);
    editor.setMarks(asked.marks);
    editor.setEdited(asked.edited);
    plain.remove();
    if (asked.line > 0) editor.reveal(asked.line);
    if (place.focused) editor.focus();
  };
  // Where it cannot be loaded the plain one stays: code can be read, typed and run in it.
  const takeOver = (loaded: typeof import("./editor")) => plain.whenNotComposing(() => replace(loaded));
  afterPaint(() => void import("./editor").then(takeOver, () => {}));
  return {
    setCode: (next, locked = false) => {
      asked.locked = locked;
      editor.setCode(next, locked);
    },
    setMarks: marks => {
      asked.marks = marks;
      editor.setMarks(marks);
    },
    setEdited: edited => {
      asked.edited = edited;
      editor.setEdited(edited);
    },
    setWords: words => {
      asked.words = words;
      editor.setWords(words);
    },
    toLine: line => editor.toLine(line),
    reveal: line => {
      asked.line = line;
      editor.reveal(line);
    },
    focus: () => editor.focus(),
    selection: () => editor.selection(),
  };
}

/** A tab in the background is not painted, so a timer runs it there. */
function afterPaint(act: () => void): void {
  let done = false;
  const once = () => {
    if (!done) act();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 500);
}
