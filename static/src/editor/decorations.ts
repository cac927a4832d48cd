/** Draws EditorMarks in CodeMirror: signs in the gutter, badges behind lines, the film's line, the squiggle. */
import { type Range, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, WidgetType } from "@codemirror/view";
import { icon } from "../dom/icons";
import { type Badge, type EditorMarks, type LineMarks, NO_MARKS } from "./marks";

export const setMarks = StateEffect.define<EditorMarks>();

interface Drawn {
  readonly decorations: DecorationSet;
  readonly signs: RangeSet<GutterMarker>;
}

class BadgeWidget extends WidgetType {
  readonly badges: readonly Badge[];

  constructor(badges: readonly Badge[]) {
    super();
    this.badges = badges;
  }

  override eq(other: BadgeWidget): boolean {
    return JSON.stringify(this.badges) === JSON.stringify(other.badges);
  }

  override toDOM(): HTMLElement {
    const host = document.createElement("span");
    host.className = "badges";
    for (const { tone, text } of this.badges) {
      const badge = host.appendChild(document.createElement("span"));
      badge.className = `badge ${tone}`;
      badge.textContent = text;
    }
    return host;
  }
}

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
  create: () => ({ decorations: Decoration.none, signs: RangeSet.empty }),
  update(drawn, transaction) {
    let { decorations, signs } = drawn;
    if (transaction.docChanged) {
      decorations = decorations.map(transaction.changes);
      signs = signs.map(transaction.changes);
    }
    for (const effect of transaction.effects) if (effect.is(setMarks)) return draw(effect.value, transaction.state.doc);
    return decorations === drawn.decorations && signs === drawn.signs ? drawn : { decorations, signs };
  },
  provide: field => EditorView.decorations.from(field, drawn => drawn.decorations),
});

export const signGutter = gutter({
  class: "signs",
  markers: view => view.state.field(marksField).signs,
  initialSpacer: () => new SignMarker("saved"),
});

function draw(marks: EditorMarks, doc: Text): Drawn {
  if (marks === NO_MARKS) return { decorations: Decoration.none, signs: RangeSet.empty };
  const decorations: Range<Decoration>[] = [];
  const signs: Range<GutterMarker>[] = [];
  const lineAt = (line: number) => (line >= 1 && line <= doc.lines ? doc.line(line) : null);
  const current = marks.current && lineAt(marks.current.line);
  if (current) decorations.push(Decoration.line({ class: `film-line ${marks.current?.tone ?? ""}` }).range(current.from));
  for (const { line, sign, badges } of marks.lines) {
    const at = lineAt(line);
    if (!at) continue;
    if (sign) signs.push(new SignMarker(sign).range(at.from));
    if (badges.length > 0) decorations.push(Decoration.widget({ widget: new BadgeWidget(badges), side: 1 }).range(at.to));
  }
  const error = marks.error && lineAt(marks.error.line);
  if (error && marks.error) {
    const indent = error.text.length - error.text.trimStart().length;
    const squiggle = Decoration.mark({ class: "squiggle", attributes: { title: marks.error.text } });
    if (indent < error.length) decorations.push(squiggle.range(error.from + indent, error.to));
  }
  return { decorations: Decoration.set(decorations, true), signs: RangeSet.of(signs, true) };
}
