/**
 * Draws the cells of a program in the editor: a rule with the number above each cell of code, sentences as sentences, and below a cell what
 * it printed, its value and its error, as notebooks show them.
 */
import type { Extension, Range, Text } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import { cellRules } from "./cell-rules";
import type { CellEnd } from "./marks";

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

const BUTTON_PX = 24;
/** For a finger. */
const LARGE_PX = 40;

/** A button is as high as a line, so that none grows; behind a title longer than the pane it moves into view. */
const toolsLook = EditorView.theme({
  ".cell-tools": {
    display: "inline-flex",
    position: "sticky",
    right: "44px",
    zIndex: "2",
    verticalAlign: "top",
    height: "var(--code-line, 22px)",
    alignItems: "center",
    marginLeft: "8px",
    padding: "0 2px",
    textIndent: "0",
    borderRadius: "6px",
    backgroundColor: "var(--panel)",
    opacity: "0",
  },
  ".cell-tools.is-active, .cell-tools.is-pointed, .cell-tools:hover, .cell-tools:focus-within": { opacity: "1" },
  ".cell-button": {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    boxSizing: "border-box",
    width: `${BUTTON_PX}px`,
    height: `${BUTTON_PX}px`,
    margin: "-1px 0",
    padding: "0",
    border: "0",
    borderRadius: "6px",
    background: "none",
    color: "var(--mute)",
    cursor: "pointer",
  },
  ".cell-button:hover, .cell-button[aria-expanded]": { color: "var(--ink)", backgroundColor: "var(--lane)" },
  ".cell-button.run-to:hover": { color: "var(--fwd)", backgroundColor: "var(--fwd-bg)" },
  ".cell-button:focus-visible, .cell-item:focus-visible": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cell-button .icon": { width: "13px", height: "13px", stroke: "currentColor", strokeWidth: "1.6", strokeLinecap: "round" },
  ".cell-button.run-to .icon": { width: "11px", height: "11px", stroke: "none" },
  ".cell-button.more .icon": { strokeWidth: "2.6" },
  ".cell-head": { height: "var(--code-line, 22px)", lineHeight: "var(--code-line, 22px)", paddingLeft: "2px" },
  ".cell-menu": {
    position: "fixed",
    inset: "auto",
    margin: "0",
    padding: "4px",
    minWidth: "200px",
    border: "1px solid var(--line2)",
    borderRadius: "8px",
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
    boxShadow: "var(--lift)",
  },
  ".cell-item": {
    display: "flex",
    justifyContent: "space-between",
    alignItems: "center",
    gap: "18px",
    width: "100%",
    minHeight: "30px",
    padding: "3px 10px",
    border: "0",
    borderRadius: "5px",
    background: "none",
    color: "inherit",
    font: "13px/1.4 var(--sans)",
    textAlign: "left",
    cursor: "pointer",
  },
  ".cell-item:hover, .cell-item:focus": { backgroundColor: "var(--fwd-bg)" },
  ".cell-item[disabled]": { color: "var(--faint)", opacity: "0.6", backgroundColor: "transparent", cursor: "default" },
  ".cell-item kbd": { font: "11px var(--mono)", color: "var(--mute)" },
  "@media (pointer: coarse), (max-width: 760px)": {
    ".cell-tools": { opacity: "1", height: `${LARGE_PX}px` },
    ".cell-button": { width: `${LARGE_PX}px`, height: `${LARGE_PX}px`, margin: "0" },
    ".cell-head, .cell-rule.has-tools": { minHeight: `${LARGE_PX}px`, lineHeight: `${LARGE_PX}px` },
    ".cell-item": { minHeight: "44px", fontSize: "15px" },
    ".cell-item kbd": { display: "none" },
  },
});

const theme = EditorView.theme({
  ".cell-rule": { borderTop: "1px solid var(--line)", color: "var(--faint)" },
  ".cell-rule.text": { fontSize: "10px" },
  ".cell-rule.text > span:not(.cell-tools)": { opacity: "0.7" },
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

export const cellLook: Extension = [cellRules, toolsLook, theme];
