/**
 * The margin at the right of the code, where badges cover none of it; over a line that is pointed at, or that the cursor comes to, a
 * tooltip with all its badges where the margin has no room for them.
 */
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, gutter, showTooltip, type Tooltip } from "@codemirror/view";
import { allBadges, tellsMore } from "./badges";
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
  if (!tellsMore(badges)) return [];
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

export const badgeMargin: Extension = [
  pointedLine,
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
