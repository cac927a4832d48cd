/** Draws EditorMarks in CodeMirror: signs in the gutter, badges in the margin, the squiggle; the film's line is in film-line.ts. */
import { type Range, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";
import { icon } from "../dom/icons";
import { BadgeMarker, SpokenBadges } from "./badges";
import { cellEndRange } from "./cells";
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
  const keyOf = ({ lines, error, cells, pointed = [], changed = [] }: EditorMarks) =>
    JSON.stringify([lines, error, cells, pointed, changed]);
  let [text, known] = [view.state.doc, keyOf(NO_MARKS)];
  return marks => {
    const key = keyOf(marks);
    if (key === known && text === view.state.doc) return;
    [text, known] = [view.state.doc, key];
    view.dispatch({ effects: setMarks.of(marks) });
  };
}

function draw(marks: EditorMarks, doc: Text): Drawn {
  const { pointed = [], changed = [], cells = { ends: [], errors: [] } } = marks;
  if (marks.lines.length + pointed.length + changed.length + cells.ends.length === 0 && marks.error === null) return NOTHING;
  const decorations: Range<Decoration>[] = [];
  const signs: Range<GutterMarker>[] = [];
  const margin: Range<BadgeMarker>[] = [];
  const lineAt = (line: number) => (line >= 1 && line <= doc.lines ? doc.line(line) : null);
  const dress = (numbers: readonly number[], name: string) => {
    for (const at of numbers.map(lineAt)) if (at) decorations.push(Decoration.line({ class: name }).range(at.from));
  };
  dress(pointed, "pointed-line");
  dress(changed, "changed-line");
  for (const { line, sign, badges } of marks.lines) {
    const at = lineAt(line);
    if (!at) continue;
    if (sign) signs.push(new SignMarker(sign).range(at.from));
    if (badges.length === 0) continue;
    margin.push(new BadgeMarker(badges).range(at.from));
    decorations.push(Decoration.widget({ widget: new SpokenBadges(badges), side: 1 }).range(at.to));
  }
  for (const { line, text } of [...(marks.error === null ? [] : [marks.error]), ...cells.errors]) {
    const at = lineAt(line);
    const indent = at === null ? 0 : at.text.length - at.text.trimStart().length;
    const squiggle = Decoration.mark({ class: "squiggle", attributes: { title: text } });
    if (at !== null && indent < at.length) decorations.push(squiggle.range(at.from + indent, at.to));
  }
  for (const end of cells.ends) {
    const range = cellEndRange(end, doc);
    if (range !== null) decorations.push(range);
  }
  return { decorations: Decoration.set(decorations, true), signs: RangeSet.of(signs, true), badges: RangeSet.of(margin, true) };
}
