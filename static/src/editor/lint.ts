/** Underlines, while somebody types, the first place that Python could not read, and says over it in words what is missing. */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, hoverTooltip, keymap, ViewPlugin } from "@codemirror/view";
import type { Words } from "../narration/locale";
import { mayHoldError } from "../snippet/published/errors";
import { readPage } from "../snippet/published/read-page";
import { type SyntaxFault, syntaxFault } from "./syntax";

/** Of quiet, so that nothing flickers between two letters. */
const PAUSE_MS = 600;
/** Reading more would delay the next letter. */
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
  let timer = setTimeout(() => check(view), PAUSE_MS);
  return {
    update: ({ docChanged }) => {
      if (!docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(() => check(view), PAUSE_MS);
    },
    destroy: () => clearTimeout(timer),
  };
});

function check(view: EditorView): void {
  const { state } = view;
  const code = state.doc.toString();
  const fault = code.length > MAX_CHARS || isNoProgram(code) ? null : syntaxFault(code);
  if (fault !== null || state.field(faultField) !== null) view.dispatch({ effects: setFault.of(fault) });
}

/** What Run cleans up is no mistake, nor is a line of a traceback. */
function isNoProgram(code: string): boolean {
  const { changes, unread } = readPage(code);
  return changes.length > 0 || unread?.kind === "traceback" || (unread?.kind === "language" && mayHoldError(code));
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
