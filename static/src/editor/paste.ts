/**
 * Reads a published page as it is pasted: its cells take the place of its text, which the editor's own Undo brings back.
 *
 * What is no page is pasted as ever; of a whole text that cannot be read it is told at once what it seems to be.
 */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { hasCells } from "../snippet/cells";
import { withoutColours } from "../snippet/colours";
import { type PageText, readPage } from "../snippet/published/read-page";
import type { EditorListeners } from "./contract";

export function pastedPages(onPage: EditorListeners["onPage"]): Extension {
  const take = (event: Event, view: EditorView, pasted: string): boolean => {
    if (view.state.readOnly || pasted === "" || !paste(view, pasted, onPage)) return false;
    event.preventDefault();
    return true;
  };
  return EditorView.domEventHandlers({
    paste: (event, view) => take(event, view, event.clipboardData?.getData("text/plain") ?? ""),
    beforeinput: (event, view) => {
      if (event.inputType !== "insertText" || event.isComposing || (event.data ?? "").length < TYPED_AT_ONCE) return false;
      return take(event, view, event.data ?? "");
    },
  });
}

/** A keyboard on a screen writes what it has in its clipboard as if it were typed, all at once: longer than a word that it completes. */
const TYPED_AT_ONCE = 40;

/** Insert a text in the place of the selection; false where there is nothing of a page in it, and nothing is done. */
function paste(view: EditorView, pasted: string, onPage: EditorListeners["onPage"]): boolean {
  const text = withoutColours(pasted);
  const page = readPage(text);
  if (page.cells !== null) insertPage(view, text, page, onPage);
  else if (page.unread !== null && isWhole(view)) insertAsItIs(view, text, page, onPage);
  else if (text !== pasted) insert(view, text);
  else return false;
  return true;
}

/** What is pasted is all that the editor will hold. */
function isWhole({ state }: EditorView): boolean {
  const { from, to } = state.selection.main;
  return state.sliceDoc(0, from).trim() === "" && state.sliceDoc(to).trim() === "";
}

function insert(view: EditorView, text: string): void {
  view.dispatch({ ...view.state.replaceSelection(text), userEvent: "input.paste", scrollIntoView: true });
}

function insertAsItIs(view: EditorView, text: string, page: PageText, onPage: EditorListeners["onPage"]): void {
  insert(view, text);
  const code = view.state.doc.toString();
  onPage(code, { ...page, code, changes: [] });
}

/** First the text, then its cells in its place, so that Undo takes back one after the other. */
function insertPage(view: EditorView, text: string, page: PageText, onPage: EditorListeners["onPage"]): void {
  const { from } = view.state.selection.main;
  view.dispatch({ ...view.state.replaceSelection(text), userEvent: "input.paste" });
  const { state } = view;
  const before = state.doc.toString();
  const to = state.selection.main.head;
  const line = state.doc.lineAt(from);
  const rest = state.sliceDoc(to);
  const lead = from > line.from ? "\n" : "";
  // What stands behind the page is a cell of its own.
  const follow = rest.trim() === "" || hasCells(rest.slice(0, rest.indexOf("\n") + 1)) ? "" : "\n# %%\n";
  const insert = `${lead}${page.code}${follow}`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: "input.page",
    scrollIntoView: true,
  });
  onPage(before, { ...page, code: view.state.doc.toString() });
}
