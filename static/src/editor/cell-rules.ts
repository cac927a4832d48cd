/**
 * The rule above each cell: its number, and the buttons that run to it, add one below and open its menu. They are quiet until the cell is
 * pointed at or has the cursor, and are always there where nothing can point. They are no part of the text, and take none of its room.
 */
import { type EditorState, type Extension, type Range, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from "@codemirror/view";
import type { Words } from "../narration/locale";
import { type CellSpan, cellSpans, spanIndexAt } from "../snippet/cell-spans";
import { cellWords, runToCell } from "./cell-commands";
import { NumberWidget, type Tools, ToolsWidget } from "./cell-tools";

/** The cell that is pointed at, by its place among the cells. */
const point = StateEffect.define<number | null>();

interface Rules {
  readonly cells: readonly CellSpan[];
  readonly active: number;
  readonly pointed: number | null;
  /** The words of the buttons; null where there are none. */
  readonly words: Words | null;
  /** The row above a first cell without a marker, which is a block of its own. */
  readonly head: DecorationSet;
}

const rules = StateField.define<Rules>({
  create: state => ruled(state, cellsOf(state), null),
  update: (before, transaction) => {
    const { state, docChanged } = transaction;
    const cells = docChanged ? cellsOf(state) : before.cells;
    const pointed = pointedAfter(before.pointed, transaction);
    const isSame = !docChanged && pointed === before.pointed && spanIndexAt(cells, cursorOf(state)) === before.active;
    return isSame && toolsOf(state) === before.words ? before : ruled(state, cells, pointed);
  },
  provide: field => EditorView.decorations.from(field, ({ head }) => head),
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

function toolsOf(state: EditorState): Words | null {
  return state.readOnly || state.facet(runToCell) === null ? null : state.facet(cellWords);
}

function ruled(state: EditorState, cells: readonly CellSpan[], pointed: number | null): Rules {
  const found = { cells, active: spanIndexAt(cells, cursorOf(state)), pointed, words: toolsOf(state) };
  const [first] = cells;
  const tools = first === undefined || first.marked ? null : toolsAt(found, 0);
  if (first === undefined || tools === null) return { ...found, head: Decoration.none };
  return {
    ...found,
    head: Decoration.set(Decoration.widget({ widget: new ToolsWidget(tools, true), side: -1, block: true }).range(first.from)),
  };
}

/** The buttons of a cell; null where it has none. */
function toolsAt({ cells, active, pointed, words }: Omit<Rules, "head">, place: number): Tools | null {
  const cell = cells[place];
  const isHeader = cell?.kind === "text" && !cell.marked;
  if (cell === undefined || words === null || isHeader) return null;
  return { words, number: cell.index, isActive: place === active, isPointed: place === pointed };
}

/** Of the cells that are in view alone: a text may have thousands. */
function drawnIn({ state, viewport }: EditorView): DecorationSet {
  const found = state.field(rules);
  const { cells } = found;
  const [top, bottom] = [state.doc.lineAt(viewport.from).number, state.doc.lineAt(viewport.to).number];
  const drawn: Range<Decoration>[] = [];
  const add = (decoration: Decoration, at: number) => void drawn.push(decoration.range(at));
  for (let place = Math.max(0, spanIndexAt(cells, viewport.from)); place < cells.length; place++) {
    const cell = cells[place];
    if (cell === undefined || cell.line > bottom) break;
    const { index, kind, from, line, endLine, marked } = cell;
    if (marked) {
      const [tools, start] = [toolsAt(found, place), state.doc.lineAt(from)];
      add(Decoration.line({ class: `cell-rule ${kind}${tools === null ? "" : " has-tools"}` }), start.from);
      if (index !== null) add(Decoration.widget({ widget: new NumberWidget(index), side: -1 }), start.from);
      if (tools !== null) add(Decoration.widget({ widget: new ToolsWidget(tools, false), side: 1 }), start.to);
    }
    for (let at = Math.max(top, line + 1); kind === "text" && at <= Math.min(endLine, bottom); at++)
      add(Decoration.line({ class: "cell-prose" }), state.doc.line(at).from);
  }
  return Decoration.set(drawn, true);
}

const drawing = ViewPlugin.define(
  view => {
    let drawn = drawnIn(view);
    return {
      drawn: () => drawn,
      update: ({ view: now, state, startState, docChanged, viewportChanged }) => {
        if (docChanged || viewportChanged || state.field(rules) !== startState.field(rules)) drawn = drawnIn(now);
      },
    };
  },
  { decorations: plugin => plugin.drawn() },
);

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

export const cellRules: Extension = [rules, drawing, pointing];
