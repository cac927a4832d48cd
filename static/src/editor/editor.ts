/**
 * The code pane: CodeMirror with the film's marks.
 *
 * NOTE [Shadow tree] CodeMirror puts its styles into adopted style sheets only inside a shadow tree; in the document it would add
 * a <style> element, which the content security policy forbids.
 */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import type { Words } from "../narration/locale";
import { cellKeys, cellWords, runToCell } from "./cell-commands";
import { cellLook } from "./cells";
import { completion } from "./completion";
import type { Editor, EditorListeners, EditorSelection } from "./contract";
import { createMarker, marksField, signGutter } from "./decorations";
import { filmLine } from "./film-line";
import { find, phrasesOf } from "./find";
import { tensorHover } from "./hover";
import { syntaxLint } from "./lint";
import { badgeMargin } from "./margin";
import { pastedPages } from "./paste";
import { createReveal } from "./reveal";
import { look } from "./theme";

// NOTE [Typing over] Typing over a selection natively, Chromium restores the deleted text's look by a style attribute, which the
// content security policy refuses with an error in the console. So a selection is replaced by us.
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== "insertText" || event.isComposing || event.data === null || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

/** `place` is where the reader was in the editor before this one. */
export function createEditor(
  host: HTMLElement,
  code: string,
  { onChange, onRun, onRunTo, onLine, onText, describe, onPage, onLeftOut }: EditorListeners,
  place: EditorSelection,
): Editor {
  const root = host.attachShadow({ mode: "open" });
  const [inWords, lock] = [new Compartment(), new Compartment()];
  let words: Words | null = null;
  const tools = [syntaxLint(() => words), tensorHover(describe), completion, find];
  const extensions = [
    numbers(onLine),
    texts(onText),
    pastedPages({ onPage, onLeftOut }),
    ...BASICS,
    ...tools,
    onRunTo === null ? [] : runToCell.of(onRunTo),
    cellKeys,
    keysOf(onRun, onLine),
    listener(onChange),
    inWords.of([]),
    lock.of(EditorState.readOnly.of(false)),
  ];
  const selection = { anchor: Math.min(place.anchor, code.length), head: Math.min(place.head, code.length) };
  const view = new EditorView({ root, parent: root, state: EditorState.create({ doc: code, selection, extensions }) });
  view.scrollDOM.scrollTop = place.top;
  const mark = createMarker(view);
  return {
    setCode: (next, locked = false) => {
      if (view.state.readOnly !== locked) view.dispatch({ effects: lock.reconfigure(EditorState.readOnly.of(locked)) });
      if (next === view.state.doc.toString()) return;
      const changes = { from: 0, to: view.state.doc.length, insert: next };
      view.dispatch({ changes, selection: { anchor: 0 }, annotations: isolateHistory.of("full") });
    },
    setMarks: marks => {
      mark(marks);
      view.plugin(filmLine)?.show(marks.current);
    },
    setEdited: edited => view.dom.classList.toggle("edited-since", edited),
    setWords: next => {
      words = next;
      view.dispatch({ effects: inWords.reconfigure(wordingOf(next)) });
    },
    toLine: line => {
      const at = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
      view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
    },
    reveal: createReveal(view),
    focus: () => view.focus(),
    selection: () => {
      const { anchor, head } = view.state.selection.main;
      return { anchor, head, top: view.scrollDOM.scrollTop, focused: view.hasFocus };
    },
  };
}

const BASICS: readonly Extension[] = [
  marksField,
  cellLook,
  filmLine,
  signGutter,
  badgeMargin,
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  indentOnInput(),
  indentUnit.of("    "),
  bracketMatching(),
  closeBrackets(),
  python(),
  typeOver,
  look,
];

/** The editor's name for screen readers, what it says while it is empty, and CodeMirror's own texts. */
function wordingOf(words: Words): Extension {
  const attributes = EditorView.contentAttributes.of({
    "aria-label": words.word("page-editor"),
    "aria-description": words.word("page-editor-leave"),
    tabindex: "0",
  });
  return [attributes, placeholder(words.word("page-editor-hint")), phrasesOf(words), cellWords.of(words)];
}

/** Pressing a number goes where the film is about that line. */
function numbers(onLine: (line: number) => void): Extension {
  const press = (view: EditorView, { from }: { readonly from: number }) => {
    onLine(view.state.doc.lineAt(from).number);
    return true;
  };
  return lineNumbers({ domEventHandlers: { mousedown: press } });
}

function texts(onText: (line: number) => void): Extension {
  return EditorView.domEventHandlers({
    click: (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at !== null) onText(view.state.doc.lineAt(at).number);
    },
  });
}

/** Tab indents, so Escape is the way out for the keyboard: afterwards the arrow keys move the film. */
function keysOf(onRun: () => void, onLine: (line: number) => void): Extension {
  const run = () => {
    onRun();
    return true;
  };
  const leave = (from: EditorView) => {
    from.contentDOM.blur();
    return true;
  };
  const line = ({ state }: EditorView) => {
    onLine(state.doc.lineAt(state.selection.main.head).number);
    return true;
  };
  const own = [{ key: "Mod-Enter", run }, { key: "Mod-.", run: line }, { key: "Escape", run: leave }, indentWithTab];
  return keymap.of([...own, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]);
}

function listener(onChange: (code: string) => void): Extension {
  return EditorView.updateListener.of(update => {
    if (update.docChanged) onChange(update.state.doc.toString());
  });
}
