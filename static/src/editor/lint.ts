/** Underlines, while somebody types, the first place that Python could not read, and says over it in words what is missing. */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, hoverTooltip, keymap, ViewPlugin } from "@codemirror/view";
import type { Words } from "../narration/locale";
import { reader } from "../snippet/reading/reader";
import type { SyntaxFault } from "../snippet/syntax";

/** Of quiet, so that nothing flickers between two letters. */
const PAUSE_MS = 600;
/** Reading more would hold up what is pasted next. */
const MAX_CHARS = 50_000;

const setFault = StateEffect.define<SyntaxFault | null>();

/** Gone with the first change, until the next pause. */
const faultField = StateField.define<SyntaxFault | null>({
  create: () => null,
  update: (fault, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setFault)) return effect.value;
    return transaction.docChanged ? null : fault;
  },
  provide: field =>
    EditorView.decorations.from(field, fault =>
      fault === null ? Decoration.none : Decoration.set(Decoration.mark({ class: "syntax-fault" }).range(fault.from, fault.to)),
    ),
});

export function syntaxLint(words: () => Words | null): Extension {
  const message = ({ kind, text }: SyntaxFault) => words()?.word(`page-syntax-${kind}`, { code: text }) ?? "";
  const over = hoverTooltip(({ state }, pos) => {
    const fault = state.field(faultField);
    if (fault === null || pos < fault.from || pos > fault.to) return null;
    return { pos: fault.from, end: fault.to, above: true, create: () => ({ dom: textBox(message(fault)) }) };
  });
  return [faultField, watch, over, keymap.of([{ key: "F8", run: goToFault }])];
}

const watch = ViewPlugin.define(view => {
  let timer = setTimeout(() => void check(view), PAUSE_MS);
  return {
    update: ({ docChanged }) => {
      if (!docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(() => void check(view), PAUSE_MS);
    },
    destroy: () => clearTimeout(timer),
  };
});

async function check(view: EditorView): Promise<void> {
  const { doc } = view.state;
  const fault = doc.length > MAX_CHARS ? null : await reader.fault(doc.toString());
  if (view.state.doc !== doc) return;
  if (fault !== null || view.state.field(faultField) !== null) view.dispatch({ effects: setFault.of(fault) });
}

function goToFault(view: EditorView): boolean {
  const fault = view.state.field(faultField);
  if (fault !== null) view.dispatch({ selection: { anchor: fault.from }, scrollIntoView: true });
  return fault !== null;
}

function textBox(text: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "name-card";
  box.textContent = text;
  return box;
}
