/**
 * The code pane: CodeMirror with the film's marks.
 *
 * NOTE [Shadow tree] CodeMirror puts its styles into adopted style sheets only inside a shadow tree; in the document it would add
 * a <style> element, which the content security policy forbids.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
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
import type { Editor, EditorListeners, EditorSelection } from "./contract";
import { marksField, setMarks, signGutter } from "./decorations";
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

/** Between the film's line and the edge of the pane. */
const LINE_MARGIN_PX = 22;

/** `place` is where the reader was in the editor before this one. */
export function createEditor(
  host: HTMLElement,
  code: string,
  { onChange, onRun, onLine }: EditorListeners,
  place: EditorSelection,
): Editor {
  const root = host.attachShadow({ mode: "open" });
  const words = new Compartment();
  const extensions = [numbers(onLine), ...BASICS, keysOf(onRun, onLine), listener(onChange), words.of([])];
  const selection = { anchor: Math.min(place.anchor, code.length), head: Math.min(place.head, code.length) };
  const view = new EditorView({ root, parent: root, state: EditorState.create({ doc: code, selection, extensions }) });
  view.scrollDOM.scrollTop = place.top;
  return {
    setCode: next => {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: 0 } });
    },
    setMarks: marks => view.dispatch({ effects: setMarks.of(marks) }),
    setEdited: edited => view.dom.classList.toggle("edited-since", edited),
    setWords: (label, hint) => {
      const attributes = EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" });
      view.dispatch({ effects: words.reconfigure([attributes, placeholder(hint)]) });
    },
    toLine: line => {
      const at = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
      view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
    },
    reveal: line => {
      const at = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
      view.dispatch({ effects: EditorView.scrollIntoView(at.from, { y: "nearest", yMargin: LINE_MARGIN_PX }) });
    },
    focus: () => view.focus(),
    selection: () => {
      const { anchor, head } = view.state.selection.main;
      return { anchor, head, top: view.scrollDOM.scrollTop, focused: view.hasFocus };
    },
  };
}

const BASICS: readonly Extension[] = [
  marksField,
  signGutter,
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  indentOnInput(),
  indentUnit.of("    "),
  bracketMatching(),
  python(),
  typeOver,
  look,
];

/** Pressing a number goes where the film is about that line. */
function numbers(onLine: (line: number) => void): Extension {
  const press = (view: EditorView, { from }: { readonly from: number }) => {
    onLine(view.state.doc.lineAt(from).number);
    return true;
  };
  return lineNumbers({ domEventHandlers: { mousedown: press } });
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
  return keymap.of([...own, ...defaultKeymap, ...historyKeymap]);
}

function listener(onChange: (code: string) => void): Extension {
  return EditorView.updateListener.of(update => {
    if (update.docChanged) onChange(update.state.doc.toString());
  });
}
