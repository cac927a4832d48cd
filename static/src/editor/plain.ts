/** The editor that is there at once: plain text that can be read, typed and run, until CodeMirror has been loaded. */
import { MAX_TEXT_CHARS } from "../snippet/limits";
import type { Editor, EditorListeners } from "./contract";

const LINE_HEIGHT = 22;

export interface PlainEditor extends Editor {
  /** Calls back when no input method is composing text, which would be lost. */
  readonly whenNotComposing: (act: () => void) => void;
  readonly code: () => string;
  readonly remove: () => void;
}

export function createPlainEditor(host: HTMLElement, code: string, { onChange, onLeftOut }: EditorListeners): PlainEditor {
  const area = document.createElement("textarea");
  area.className = "plain-editor";
  area.spellcheck = false;
  area.autocapitalize = "off";
  area.wrap = "off";
  write(area, code);
  host.append(area);
  let composing = false;
  area.addEventListener("compositionstart", () => {
    composing = true;
  });
  area.addEventListener("compositionend", () => {
    composing = false;
  });
  area.addEventListener("beforeinput", event => {
    const length = area.value.length - (area.selectionEnd - area.selectionStart) + (event.data ?? "").length;
    if (length <= MAX_TEXT_CHARS || length < area.value.length) return;
    event.preventDefault();
    onLeftOut("long", length);
  });
  area.addEventListener("input", () => onChange(area.value));
  return {
    setCode: (next, locked = false) => {
      if (next !== area.value) write(area, next);
      area.readOnly = locked;
    },
    setMarks: () => {},
    setEdited: () => {},
    setWords: words => {
      area.setAttribute("aria-label", words.word("page-editor"));
      area.placeholder = words.word("page-editor-hint");
    },
    toLine: line => {
      const before = area.value.split("\n").slice(0, Math.max(0, line - 1));
      const at = before.reduce((length, text) => length + text.length + 1, 0);
      area.setSelectionRange(at, at);
      area.scrollTop = Math.max(0, before.length * LINE_HEIGHT - area.clientHeight / 2);
    },
    reveal: line => {
      const top = (line - 1) * LINE_HEIGHT;
      area.scrollTop = Math.max(top + 3 * LINE_HEIGHT - area.clientHeight, Math.min(area.scrollTop, Math.max(0, top - LINE_HEIGHT)));
    },
    focus: () => area.focus(),
    selection: () => {
      const [start, end] = [area.selectionStart, area.selectionEnd];
      const [anchor, head] = area.selectionDirection === "backward" ? [end, start] : [start, end];
      return { anchor, head, top: area.scrollTop, focused: document.activeElement === area };
    },
    whenNotComposing: act => {
      if (composing) area.addEventListener("compositionend", () => setTimeout(act), { once: true });
      else act();
    },
    code: () => area.value,
    remove: () => area.remove(),
  };
}

/**
 * The caret stands at the start, where a browser would put it at the end: CodeMirror forgets the heights that it has measured where the
 * caret is outside of what it shows as it opens, and lines that wrap then stand beside the numbers of others.
 */
function write(area: HTMLTextAreaElement, code: string): void {
  area.value = code;
  area.setSelectionRange(0, 0);
}
