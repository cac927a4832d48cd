/** The menu of a cell: what is done to it less often. One for the editor, over the page. */
import type { EditorView } from "@codemirror/view";
import { el, replace } from "../dom/dom";
import type { Words } from "../narration/locale";
import { type EditCell, joinCells, moveDown, moveUp, splitCell, switchKind } from "../snippet/cell-edits";
import type { CellSpan } from "../snippet/cell-spans";
import { editCell, placeIn } from "./cell-commands";

const GAP_PX = 4;
const menus = new WeakMap<EditorView, HTMLElement>();

/** Below `button`, or above it where there is no room. */
export function openCellMenu(view: EditorView, button: HTMLElement, cell: CellSpan, words: Words): void {
  const menu = menus.get(view) ?? createMenu(view);
  replace(menu, ...entriesOf(view, cell, words, menu));
  menu.setAttribute("aria-label", button.getAttribute("aria-label") ?? "");
  button.setAttribute("aria-expanded", "true");
  menu.showPopover();
  const [{ left, right, top, bottom }, { offsetWidth: width, offsetHeight: height }] = [button.getBoundingClientRect(), menu];
  const below = bottom + GAP_PX + height <= innerHeight;
  menu.style.left = `${Math.max(GAP_PX, Math.min(left, right - width, innerWidth - width - GAP_PX))}px`;
  menu.style.top = `${below ? bottom + GAP_PX : Math.max(GAP_PX, top - GAP_PX - height)}px`;
  itemsOf(menu)[0]?.focus();
}

function createMenu(view: EditorView): HTMLElement {
  const menu = el("div", { class: "cell-menu", role: "menu", popover: "auto" });
  menu.addEventListener("keydown", event => moveFocus(event, menu, openerIn(view)));
  menu.addEventListener("toggle", event => {
    if ((event as ToggleEvent).newState === "closed") openerIn(view)?.removeAttribute("aria-expanded");
  });
  view.scrollDOM.addEventListener("scroll", () => menu.matches(":popover-open") && menu.hidePopover(), { passive: true });
  view.dom.append(menu);
  menus.set(view, menu);
  return menu;
}

/** The button whose menu is open. */
function openerIn(view: EditorView): HTMLElement | null {
  return view.dom.querySelector<HTMLElement>(".cell-button[aria-expanded]");
}

function entriesOf(view: EditorView, cell: CellSpan, words: Words, menu: HTMLElement): readonly HTMLElement[] {
  const at = placeIn(view.state, cell);
  const code = view.state.doc.toString();
  const { head } = view.state.selection.main;
  const entry = (name: string, edit: EditCell, key = "") => {
    // Where the cursor is in another cell, there is no place to split this one at.
    const isIdle = edit(code, at) === null || (edit === splitCell && at !== head);
    const act = () => {
      menu.hidePopover();
      editCell(view, edit, at);
      view.focus();
    };
    const item = { type: "button", role: "menuitem", class: "cell-item", disabled: isIdle, on: { click: act } };
    return el("button", item, el("span", {}, words.word(name)), key === "" ? null : el("kbd", {}, key));
  };
  return [
    entry("page-cell-split", splitCell, "Ctrl+Shift+-"),
    entry("page-cell-join", joinCells),
    entry("page-cell-up", moveUp),
    entry("page-cell-down", moveDown),
    entry(cell.kind === "code" ? "page-cell-as-text" : "page-cell-as-code", switchKind),
  ];
}

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("button:not([disabled])")];
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The browser gives the focus back to no button in a shadow tree. */
function leave(event: KeyboardEvent, menu: HTMLElement, opener: HTMLElement | null): void {
  event.preventDefault();
  menu.hidePopover();
  opener?.focus();
}

function moveFocus(event: KeyboardEvent, menu: HTMLElement, opener: HTMLElement | null): void {
  const items = itemsOf(menu);
  const next = STEPS[event.key]?.(items.indexOf(event.target as HTMLElement), items.length);
  if (event.key === "Escape" || event.key === "Tab") leave(event, menu, opener);
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
