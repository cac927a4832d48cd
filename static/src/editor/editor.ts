/**
 * The code pane: CodeMirror with the film's marks.
 *
 * NOTE [Shadow tree] CodeMirror puts its styles into adopted style sheets only inside a shadow tree; in the document it would add
 * a <style> element, which the content security policy forbids.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { marksField, setMarks, signGutter } from "./decorations";
import type { EditorMarks } from "./marks";
import { look } from "./theme";

export interface Editor {
  readonly setCode: (code: string) => void;
  readonly setMarks: (marks: EditorMarks) => void;
  /** Dim the marks: they belong to code that has been changed since. */
  readonly setEdited: (edited: boolean) => void;
  readonly setWords: (label: string, hint: string) => void;
  readonly toLine: (line: number) => void;
  readonly focus: () => void;
}

export function createEditor(host: HTMLElement, code: string, onChange: (code: string) => void, onRun: () => void): Editor {
  const root = host.attachShadow({ mode: "open" });
  const words = new Compartment();
  const run = () => {
    onRun();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: code,
      extensions: [
        lineNumbers(),
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
        keymap.of([{ key: "Mod-Enter", run }, indentWithTab, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of(update => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        words.of([]),
        look,
      ],
    }),
  });
  return {
    setCode: next => {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: 0 } });
    },
    setMarks: marks => view.dispatch({ effects: setMarks.of(marks) }),
    setEdited: edited => view.dom.classList.toggle("edited-since", edited),
    setWords: (label, hint) =>
      view.dispatch({
        effects: words.reconfigure([EditorView.contentAttributes.of({ "aria-label": label }), placeholder(hint)]),
      }),
    toLine: line => {
      const at = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
      view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
    },
    focus: () => view.focus(),
  };
}
