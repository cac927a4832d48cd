/**
 * Draws the cells of a program in the editor: a rule with the number above each cell of code, sentences as sentences, and below a cell what
 * it printed, its value and its error, as notebooks show them.
 */
import { type EditorState, type Extension, type Range, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { cellsIn, hasCells } from "../snippet/cells";
import type { CellEnd } from "./marks";

class NumberWidget extends WidgetType {
  readonly number: number;

  constructor(number: number) {
    super();
    this.number = number;
  }

  override eq(other: NumberWidget): boolean {
    return this.number === other.number;
  }

  override toDOM(): HTMLElement {
    const host = document.createElement("span");
    host.className = "cell-number";
    host.textContent = `[${this.number}]`;
    return host;
  }
}

export class CellEndWidget extends WidgetType {
  readonly end: CellEnd;

  constructor(end: CellEnd) {
    super();
    this.end = end;
  }

  override eq({ end }: CellEndWidget): boolean {
    const { printed, echo, error, isAhead } = this.end;
    return end.printed === printed && end.echo === echo && end.error === error && end.isAhead === isAhead;
  }

  override toDOM(): HTMLElement {
    const { printed, echo, error, isAhead } = this.end;
    const host = document.createElement("div");
    host.className = `cell-end${isAhead ? " is-ahead" : ""}`;
    for (const [name, text] of [
      ["printed", printed],
      ["echo", echo],
      ["cell-error", error],
    ] as const) {
      if (text === null) continue;
      const part = document.createElement("pre");
      part.className = name;
      part.textContent = text;
      host.append(part);
    }
    return host;
  }
}

/** Below the last line of the cell that is not blank; null where the text has no such line. */
export function cellEndRange(end: CellEnd, doc: Text): Range<Decoration> | null {
  if (end.endLine > doc.lines) return null;
  let line = end.endLine;
  while (line > end.line && doc.line(line).text.trim() === "") line--;
  return Decoration.widget({ widget: new CellEndWidget(end), block: true, side: 2 }).range(doc.line(line).to);
}

const rules = StateField.define<DecorationSet>({
  create: rulesIn,
  update: (drawn, transaction) => (transaction.docChanged ? rulesIn(transaction.state) : drawn),
  provide: field => EditorView.decorations.from(field),
});

function rulesIn({ doc }: EditorState): DecorationSet {
  const code = doc.toString();
  if (!hasCells(code)) return Decoration.none;
  const drawn: Range<Decoration>[] = [];
  for (const { index, kind, line, endLine, marked } of cellsIn(code)) {
    if (marked) drawn.push(Decoration.line({ class: `cell-rule ${kind}` }).range(doc.line(line).from));
    if (marked && index !== null) drawn.push(Decoration.widget({ widget: new NumberWidget(index), side: -1 }).range(doc.line(line).from));
    for (let at = line + 1; kind === "text" && at <= Math.min(endLine, doc.lines); at++)
      drawn.push(Decoration.line({ class: "cell-prose" }).range(doc.line(at).from));
  }
  return Decoration.set(drawn, true);
}

const theme = EditorView.theme({
  ".cell-rule": { borderTop: "1px solid var(--line)", color: "var(--faint)" },
  ".cell-rule.text": { fontSize: "10px", opacity: "0.7" },
  ".cell-number": { color: "var(--mute)", fontWeight: "600", paddingRight: "6px" },
  ".cm-line.cell-prose": { fontFamily: "var(--sans)", fontSize: "13px", color: "var(--ink)" },
  ".cm-line.cell-prose span": { fontStyle: "normal", color: "inherit" },
  ".cell-end": { padding: "2px 12px 8px 8px", font: "12px/1.45 var(--mono)" },
  ".cell-end.is-ahead": { opacity: "0.45" },
  ".cell-end pre": {
    margin: "3px 0 0",
    padding: "3px 8px",
    maxHeight: "9em",
    overflow: "auto",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    borderLeft: "2px solid var(--line)",
    color: "var(--mute)",
    font: "inherit",
  },
  ".cell-end pre.echo": { color: "var(--ink)" },
  ".cell-end pre.cell-error": { color: "var(--bad)", borderLeftColor: "var(--bad)", backgroundColor: "var(--bad-bg)" },
  "&.edited-since .cell-end": { opacity: "0.45" },
});

export const cellLook: Extension = [rules, theme];
