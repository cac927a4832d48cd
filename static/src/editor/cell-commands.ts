/** Edits of cells in the editor, each one step for Undo, and the keys for them, as in VS Code. */
import { isolateHistory } from "@codemirror/commands";
import { type EditorState, type Extension, Facet } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { Words } from "../narration/locale";
import { addCell, type EditCell, splitCell } from "../snippet/cell-edits";
import { type CellSpan, cellSpans, spanIndexAt } from "../snippet/cell-spans";
import type { EditorListeners } from "./contract";

export type RunTo = NonNullable<EditorListeners["onRunTo"]>;

/** Runs to a cell; null where cells are not edited as such. */
export const runToCell = Facet.define<RunTo, RunTo | null>({ combine: given => given[0] ?? null });

/** The names of the buttons; null until they are known. */
export const cellWords = Facet.define<Words, Words | null>({ combine: given => given[0] ?? null });

/** False where there is nothing to do. */
export function editCell(view: EditorView, edit: EditCell, at = view.state.selection.main.head): boolean {
  const { state } = view;
  const found = state.readOnly ? null : edit(state.doc.toString(), at);
  if (found === null) return false;
  const { from, to, insert, cursor } = found;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: cursor },
    scrollIntoView: true,
    userEvent: "input.cell",
    annotations: isolateHistory.of("full"),
  });
  return true;
}

/** Where the cell at a position is edited: at the cursor, where that is in it. */
export function placeIn({ doc, selection }: EditorState, cell: CellSpan): number {
  const { head } = selection.main;
  const isIn = head >= cell.from && (head < cell.to || cell.to === doc.length);
  return isIn ? head : cell.from;
}

/** Run to the cell of the cursor, and go on to the next one; a cell of text is only passed. */
function runAndGoOn(view: EditorView): boolean {
  const run = view.state.facet(runToCell);
  const spans = run === null || view.state.readOnly ? [] : cellSpans(view.state.doc.toString());
  const at = spanIndexAt(spans, view.state.selection.main.head);
  const [cell, next] = [spans[at], spans[at + 1]];
  if (cell === undefined) return false;
  if (next !== undefined) view.dispatch({ selection: { anchor: next.body }, scrollIntoView: true, userEvent: "select" });
  if (cell.index !== null) run?.(cell.index);
  return true;
}

/** To the buttons of the cell of the cursor, with the key that editors have for that. */
function toTools(view: EditorView): boolean {
  const button = view.contentDOM.querySelector<HTMLElement>(".cell-tools.is-active button");
  button?.focus();
  return button !== null;
}

export const cellKeys: Extension = keymap.of([
  { key: "Shift-Enter", run: runAndGoOn },
  { key: "Alt-Enter", run: view => view.state.facet(runToCell) !== null && editCell(view, addCell) },
  { key: "Alt-F10", run: toTools },
  { key: "Ctrl-Shift--", run: view => view.state.facet(runToCell) !== null && editCell(view, splitCell) },
]);
