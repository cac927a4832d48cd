/** What is drawn at the rule of a cell: its number and its buttons. */
import { type EditorView, WidgetType } from "@codemirror/view";
import { el } from "../dom/dom";
import { drawn, TRANSPORT } from "../dom/transport-icons";
import type { Words } from "../narration/locale";
import { addCell } from "../snippet/cell-edits";
import { type CellSpan, cellSpans, spanIndexAt } from "../snippet/cell-spans";
import { cellWords, editCell, placeIn, runToCell } from "./cell-commands";
import { openCellMenu } from "./cell-menu";

export class NumberWidget extends WidgetType {
  readonly number: number;

  constructor(number: number) {
    super();
    this.number = number;
  }

  override eq(other: NumberWidget): boolean {
    return this.number === other.number;
  }

  override toDOM(): HTMLElement {
    return el("span", { class: "cell-number" }, `[${this.number}]`);
  }
}

export interface Tools {
  readonly words: Words;
  /** Null for a cell of text. */
  readonly number: number | null;
  /** It has the cursor: its buttons are stops of the Tab key. */
  readonly isActive: boolean;
  readonly isPointed: boolean;
}

const PLUS = "M8 3v10M3 8h10";
const DOTS = "M3 8h.01M8 8h.01M13 8h.01";

/** `apart`: in a row of its own, with the number, above a cell that has no marker. */
export class ToolsWidget extends WidgetType {
  readonly tools: Tools;
  readonly apart: boolean;

  constructor(tools: Tools, apart: boolean) {
    super();
    this.tools = tools;
    this.apart = apart;
  }

  override eq({ tools, apart }: ToolsWidget): boolean {
    const { words, number, isActive, isPointed } = this.tools;
    const isSame = tools.words === words && tools.number === number && tools.isActive === isActive && tools.isPointed === isPointed;
    return isSame && apart === this.apart;
  }

  override toDOM(view: EditorView): HTMLElement {
    const group = el("span", { class: "cell-tools", role: "group" }, ...buttonsOf(view, this.tools));
    // The cursor stays where it is.
    group.addEventListener("mousedown", event => event.preventDefault());
    const number = el("span", { class: "cell-number" });
    const host = this.apart ? el("div", { class: "cell-head" }, number, group) : group;
    this.updateDOM(host);
    return host;
  }

  /** What has the keyboard's focus keeps it. */
  override updateDOM(host: HTMLElement): boolean {
    const { words, number, isActive, isPointed } = this.tools;
    const group = host.matches(".cell-tools") ? host : host.querySelector<HTMLElement>(".cell-tools");
    const hasRun = group?.querySelector(".run-to") != null;
    if (group === null || (group !== host) !== this.apart || hasRun !== (number !== null)) return false;
    const [sign, told] = [host.querySelector(".cell-number"), { number: number ?? 0 }];
    if (sign !== null) sign.textContent = `[${number}]`;
    group.classList.toggle("is-active", isActive);
    group.classList.toggle("is-pointed", isPointed);
    group.setAttribute("aria-label", words.word(number === null ? "page-cell-text-tools" : "page-cell-tools", told));
    for (const button of group.querySelectorAll("button")) {
      const name = words.word(button.dataset.word ?? "", told);
      button.title = name;
      button.setAttribute("aria-label", name);
      button.tabIndex = isActive ? 0 : -1;
    }
    return true;
  }
}

function buttonsOf(view: EditorView, { number }: Tools): readonly HTMLElement[] {
  const button = (name: string, word: string, icon: SVGElement, act: (cell: CellSpan, button: HTMLElement) => void) => {
    const host = el("button", { type: "button", class: `cell-button ${name}`, "data-word": word }, icon);
    host.addEventListener("click", () => {
      const cell = cellOf(view, host);
      if (cell !== undefined) act(cell, host);
    });
    return host;
  };
  const add = (cell: CellSpan) => {
    if (editCell(view, addCell, placeIn(view.state, cell))) view.focus();
  };
  const run = ({ index }: CellSpan) => {
    if (index !== null) view.state.facet(runToCell)?.(index);
  };
  const more = button("more", "page-cell-more", drawn("more", DOTS, false), (cell, host) => {
    const words = view.state.facet(cellWords);
    if (words !== null) openCellMenu(view, host, cell, words);
  });
  more.setAttribute("aria-haspopup", "menu");
  const toRun = number === null ? [] : [button("run-to", "page-cell-run-to", drawn("play", TRANSPORT.play, true), run)];
  return [...toRun, button("add", "page-cell-add", drawn("add", PLUS, false), add), more];
}

/** The cell as it is now: a widget stays while the text before it changes. */
function cellOf(view: EditorView, host: HTMLElement): CellSpan | undefined {
  const spans = cellSpans(view.state.doc.toString());
  return spans[spanIndexAt(spans, view.posAtDOM(host))];
}
