/**
 * The rule above each cell: its number, and the buttons that run to it, add one below and open its menu. They are quiet until the cell is
 * pointed at or has the cursor, and are always there where nothing can point. They are no part of the text, and take none of its room.
 */
import { type EditorState, type Extension, type Range, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Words } from "../narration/locale";
import { type CellSpan, cellSpans, spanIndexAt } from "../snippet/cell-spans";
import { cellWords, runToCell } from "./cell-commands";
import { NumberWidget, ToolsWidget } from "./cell-tools";

/** The cell that is pointed at, by its place among the cells. */
const point = StateEffect.define<number | null>();

interface Rules {
  readonly cells: readonly CellSpan[];
  readonly active: number;
  readonly pointed: number | null;
  readonly drawn: DecorationSet;
}

const rules = StateField.define<Rules>({
  create: state => ruled(state, cellsOf(state), null),
  update: (before, transaction) => {
    const { state, docChanged } = transaction;
    const cells = docChanged ? cellsOf(state) : before.cells;
    const pointed = pointedAfter(before.pointed, transaction);
    const isSame = !docChanged && pointed === before.pointed && spanIndexAt(cells, cursorOf(state)) === before.active;
    return isSame && toolsOf(state) === toolsOf(transaction.startState) ? before : ruled(state, cells, pointed);
  },
  provide: field => EditorView.decorations.from(field, ({ drawn }) => drawn),
});

function cellsOf({ doc }: EditorState): readonly CellSpan[] {
  return cellSpans(doc.toString());
}

function cursorOf({ selection }: EditorState): number {
  return selection.main.head;
}

function pointedAfter(before: number | null, { effects }: Transaction): number | null {
  return effects.reduce<number | null>((now, effect) => (effect.is(point) ? effect.value : now), before);
}

/** The words of the buttons; null where there are none. */
function toolsOf(state: EditorState): Words | null {
  return state.readOnly || state.facet(runToCell) === null ? null : state.facet(cellWords);
}

function ruled(state: EditorState, cells: readonly CellSpan[], pointed: number | null): Rules {
  const active = spanIndexAt(cells, cursorOf(state));
  const words = toolsOf(state);
  const drawn: Range<Decoration>[] = [];
  const add = (decoration: Decoration, at: number) => void drawn.push(decoration.range(at));
  for (const [place, { index, kind, from, line, endLine, marked }] of cells.entries()) {
    const isHeader = kind === "text" && !marked;
    const tools = words === null || isHeader ? null : { words, number: index, isActive: place === active, isPointed: place === pointed };
    if (marked) {
      const start = state.doc.lineAt(from);
      add(Decoration.line({ class: `cell-rule ${kind}${tools === null ? "" : " has-tools"}` }), start.from);
      if (index !== null) add(Decoration.widget({ widget: new NumberWidget(index), side: -1 }), start.from);
      if (tools !== null) add(Decoration.widget({ widget: new ToolsWidget(tools, false), side: 1 }), start.to);
    } else if (tools !== null) add(Decoration.widget({ widget: new ToolsWidget(tools, true), side: -1, block: true }), from);
    for (let at = line + 1; kind === "text" && at <= Math.min(endLine, state.doc.lines); at++)
      add(Decoration.line({ class: "cell-prose" }), state.doc.line(at).from);
  }
  return { cells, active, pointed, drawn: Decoration.set(drawn, true) };
}

/** Pointing at any line of a cell shows its buttons. */
const pointing = EditorView.domEventHandlers({
  mouseover: ({ target }, view) => {
    const line = target instanceof Element ? target.closest(".cm-line") : null;
    if (line !== null && view.contentDOM.contains(line)) show(view, spanIndexAt(view.state.field(rules).cells, view.posAtDOM(line)));
  },
  mouseleave: (_, view) => show(view, null),
});

function show(view: EditorView, place: number | null): void {
  const next = place !== null && place < 0 ? null : place;
  if (view.state.field(rules).pointed !== next) view.dispatch({ effects: point.of(next) });
}

export const cellRules: Extension = [rules, pointing];
