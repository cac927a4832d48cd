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
  return EditorView.domEventHandlers({
    paste: (event, view) => {
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (view.state.readOnly || pasted === "") return false;
      const text = withoutColours(pasted);
      const page = readPage(text);
      if (page.cells === null && (page.unread === null || !isWhole(view))) {
        if (text === pasted) return false;
        event.preventDefault();
        insert(view, text);
        return true;
      }
      event.preventDefault();
      if (page.cells === null) {
        insertAsItIs(view, text, page, onPage);
        return true;
      }
      insertPage(view, text, page, onPage);
      return true;
    },
  });
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
