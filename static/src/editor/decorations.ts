/** Draws EditorMarks in CodeMirror: signs in the gutter, badges in the margin, the squiggle; the film's line is in film-line.ts. */
import { type Range, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";
import { icon } from "../dom/icons";
import { BadgeMarker, SpokenBadges } from "./badges";
import { type EditorMarks, type LineMarks, NO_MARKS } from "./marks";

const setMarks = StateEffect.define<EditorMarks>();

interface Drawn {
  readonly decorations: DecorationSet;
  readonly signs: RangeSet<GutterMarker>;
  readonly badges: RangeSet<BadgeMarker>;
}

const NOTHING: Drawn = { decorations: Decoration.none, signs: RangeSet.empty, badges: RangeSet.empty };

class SignMarker extends GutterMarker {
  readonly sign: NonNullable<LineMarks["sign"]>;

  constructor(sign: NonNullable<LineMarks["sign"]>) {
    super();
    this.sign = sign;
  }

  override eq(other: SignMarker): boolean {
    return this.sign === other.sign;
  }

  override toDOM(): Node {
    const host = document.createElement("span");
    host.className = `sign ${this.sign}`;
    host.append(icon({ saved: "lock", edited: "pen", raises: "cross" }[this.sign] as "lock" | "pen" | "cross"));
    return host;
  }
}

/** Marks move with the text when it is edited, until the next film replaces them. */
export const marksField = StateField.define<Drawn>({
  create: () => NOTHING,
  update(drawn, transaction) {
    let { decorations, signs, badges } = drawn;
    if (transaction.docChanged) {
      decorations = decorations.map(transaction.changes);
      signs = signs.map(transaction.changes);
      badges = badges.map(transaction.changes);
    }
    for (const effect of transaction.effects) if (effect.is(setMarks)) return draw(effect.value, transaction.state.doc);
    return transaction.docChanged ? { decorations, signs, badges } : drawn;
  },
  provide: field => EditorView.decorations.from(field, drawn => drawn.decorations),
});

export const signGutter = gutter({
  class: "signs",
  markers: view => view.state.field(marksField).signs,
  initialSpacer: () => new SignMarker("saved"),
});

/** Sets the marks of lines where they differ from those that are there, in the same text. */
export function createMarker(view: EditorView): (marks: EditorMarks) => void {
  const keyOf = ({ lines, error, pointed = [] }: EditorMarks) => JSON.stringify([lines, error, pointed]);
  let [text, known] = [view.state.doc, keyOf(NO_MARKS)];
  return marks => {
    const key = keyOf(marks);
    if (key === known && text === view.state.doc) return;
    [text, known] = [view.state.doc, key];
    view.dispatch({ effects: setMarks.of(marks) });
  };
}

function draw(marks: EditorMarks, doc: Text): Drawn {
  const { pointed = [] } = marks;
  if (marks.lines.length + pointed.length === 0 && marks.error === null) return NOTHING;
  const decorations: Range<Decoration>[] = [];
  const signs: Range<GutterMarker>[] = [];
  const margin: Range<BadgeMarker>[] = [];
  const lineAt = (line: number) => (line >= 1 && line <= doc.lines ? doc.line(line) : null);
  for (const line of pointed) {
    const at = lineAt(line);
    if (at) decorations.push(Decoration.line({ class: "pointed-line" }).range(at.from));
  }
  for (const { line, sign, badges } of marks.lines) {
    const at = lineAt(line);
    if (!at) continue;
    if (sign) signs.push(new SignMarker(sign).range(at.from));
    if (badges.length === 0) continue;
    margin.push(new BadgeMarker(badges).range(at.from));
    decorations.push(Decoration.widget({ widget: new SpokenBadges(badges), side: 1 }).range(at.to));
  }
  const error = marks.error && lineAt(marks.error.line);
  if (error && marks.error) {
    const indent = error.text.length - error.text.trimStart().length;
    const squiggle = Decoration.mark({ class: "squiggle", attributes: { title: marks.error.text } });
    if (indent < error.length) decorations.push(squiggle.range(error.from + indent, error.to));
  }
  return { decorations: Decoration.set(decorations, true), signs: RangeSet.of(signs, true), badges: RangeSet.of(margin, true) };
}
