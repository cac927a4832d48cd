/**
 * The narrow margin at the right of the code, where badges cover none of it; over a line that is pointed at, or that the cursor comes to,
 * a tooltip with all its badges in words.
 */
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, gutter, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { allBadges } from "./badges";
import { marksField } from "./decorations";
import type { Badge } from "./marks";

/** The start of the line that is pointed at. */
const point = StateEffect.define<number | null>();

const pointedLine = StateField.define<number | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(point)) return effect.value;
    if (transaction.docChanged) return null;
    const { doc, selection } = transaction.state;
    return transaction.isUserEvent("select") ? doc.lineAt(selection.main.head).from : shown;
  },
  provide: field => showTooltip.computeN([field, marksField], state => tooltipsOf(state, state.field(field))),
});

function tooltipsOf(state: EditorState, from: number | null): readonly Tooltip[] {
  if (from === null || from > state.doc.length) return [];
  const badges = badgesAt(state, from);
  if (badges.length === 0) return [];
  return [{ pos: from, above: true, create: () => ({ dom: allBadges(badges) }) }];
}

function badgesAt(state: EditorState, from: number): readonly Badge[] {
  let found: readonly Badge[] = [];
  state.field(marksField).badges.between(from, from, (at, _, marker) => {
    if (at === from) found = marker.badges;
  });
  return found;
}

function pointAt(view: EditorView, from: number | null): boolean {
  if (view.state.field(pointedLine) !== from) view.dispatch({ effects: point.of(from) });
  return false;
}

/** From this width of the pane on there is room for badges in words beside the code. */
const MIN_WIDTH_FOR_WORDS_PX = 640;

/** The width of the pane says whether the margin has words: with the class at the editor itself CodeMirror would take it away again. */
const widthClass = ViewPlugin.fromClass(
  class {
    constructor(view: EditorView) {
      this.measure(view);
    }

    update(update: ViewUpdate): void {
      if (update.geometryChanged) this.measure(update.view);
    }

    measure(view: EditorView): void {
      view.requestMeasure({
        key: this,
        read: ({ dom }) => dom.clientWidth >= MIN_WIDTH_FOR_WORDS_PX,
        write: isWide => void view.scrollDOM.classList.toggle("is-wide", isWide),
      });
    }
  },
);

export const badgeMargin: Extension = [
  pointedLine,
  widthClass,
  gutter({
    class: "badge-margin",
    side: "after",
    markers: view => view.state.field(marksField).badges,
    domEventHandlers: {
      mousemove: (view, { from }) => pointAt(view, from),
      mousedown: (view, { from }) => pointAt(view, from),
      mouseleave: view => pointAt(view, null),
    },
  }),
  EditorView.domEventHandlers({ blur: (_, view) => pointAt(view, null) }),
];
