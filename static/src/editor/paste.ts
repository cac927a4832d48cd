/**
 * Reads a published page that was pasted: it stands as it was pasted until it has been read, then its cells take its place, unless the reader
 * has typed meanwhile; the editor's own Undo brings the text back.
 *
 * What is no page is pasted as ever; of a whole text that cannot be read it is told what it seems to be. What is too long is left out: the
 * editor holds up while it lays out a line of a million signs.
 */
import { EditorState, type Extension, type Text, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { hasCells } from "../snippet/cells";
import { withoutColours } from "../snippet/colours";
import { MAX_TEXT_CHARS } from "../snippet/limits";
import { endWithError } from "../snippet/published/errors";
import type { PageText } from "../snippet/published/read-page";
import { reader } from "../snippet/reading/reader";
import type { EditorListeners } from "./contract";

type Told = Pick<EditorListeners, "onPage" | "onLeftOut">;

export function pastedPages(told: Told): Extension {
  return [
    EditorView.clipboardInputFilter.of(withoutColours),
    EditorView.domEventHandlers({
      paste: (event, view) => isTooLong(view, event.clipboardData?.getData("text/plain") ?? "", told),
      beforeinput: (event, view) => {
        const text = event.data ?? "";
        if (view.state.readOnly || event.inputType !== "insertText" || event.isComposing || text.length < TYPED_AT_ONCE) return false;
        if (!isTooLong(view, text, told)) insert(view, withoutColours(text));
        event.preventDefault();
        return true;
      },
    }),
    EditorState.transactionFilter.of(transaction => (fits(transaction) ? transaction : leftOut(transaction, told))),
    EditorView.updateListener.of(({ view, transactions }) => {
      for (const transaction of transactions)
        if (transaction.docChanged && transaction.isUserEvent("input.paste")) void read(view, told, transaction);
    }),
  ];
}

/** A keyboard on a screen writes what it has in its clipboard as if it were typed, all at once: longer than a word that it completes. */
const TYPED_AT_ONCE = 40;

function insert(view: EditorView, text: string): void {
  view.dispatch({ ...view.state.replaceSelection(text), userEvent: "input.paste", scrollIntoView: true });
}

/** Of what a reader puts in; a text that is too long may get shorter, and what the page itself shows is bounded elsewhere. */
function fits(transaction: Transaction): boolean {
  if (!transaction.docChanged || !transaction.isUserEvent("input")) return true;
  const { length } = transaction.newDoc;
  return length <= MAX_TEXT_CHARS || length < transaction.startState.doc.length;
}

function leftOut({ newDoc }: Transaction, { onLeftOut }: Told): readonly [] {
  onLeftOut("long", newDoc.length);
  return [];
}

/** It never comes into the editor; of a notebook its program does, in one edit. */
function isTooLong(view: EditorView, text: string, told: Told): boolean {
  if (text.length <= MAX_TEXT_CHARS || view.state.readOnly) return false;
  void readLong(view, text, told);
  return true;
}

async function readLong(view: EditorView, text: string, told: Told): Promise<void> {
  const { doc, selection } = view.state;
  const { from, to } = selection.main;
  const page = await reader.read(text);
  if (view.state.doc !== doc || !view.state.selection.eq(selection)) return;
  if (page.cells !== null) insertPage(view, { from, to, before: null }, page, told);
  else if (page.unread?.kind === "slow") told.onLeftOut("slow", text.length);
  else if (insertEnd(view, text, told)) return;
  else told.onLeftOut("long", doc.length - (to - from) + (page.unread?.length || text.length));
}

/** Of a log it is the error at its end that is pasted for, where that is all that the editor will hold. */
function insertEnd(view: EditorView, text: string, { onPage }: Told): boolean {
  const { from, to } = view.state.selection.main;
  const end = endWithError(withoutColours(text));
  if (end === null || !isWhole(view.state.doc, from, to)) return false;
  view.dispatch({ ...view.state.replaceSelection(end), userEvent: "input.end", scrollIntoView: true });
  const code = view.state.doc.toString();
  onPage(code, { code, changes: [], cells: null, unread: { kind: "end", language: "", length: text.length } });
  return true;
}

/** What is pasted is all that the editor will hold. */
function isWhole(doc: Text, from: number, to: number): boolean {
  return doc.sliceString(0, from).trim() === "" && doc.sliceString(to).trim() === "";
}

/** Read what a transaction has put in, and put its cells in its place. */
async function read(view: EditorView, told: Told, { changes, newDoc: doc }: Transaction): Promise<void> {
  let [from, to] = [doc.length, 0];
  changes.iterChanges((_, __, start, end) => {
    [from, to] = [Math.min(from, start), Math.max(to, end)];
  });
  const page = await reader.read(doc.sliceString(from, to));
  // What was typed meanwhile stays.
  if (view.state.doc !== doc || view.state.readOnly) return;
  const before = doc.toString();
  if (page.cells !== null) insertPage(view, { from, to, before }, page, told);
  else if (page.unread !== null && isWhole(doc, from, to)) told.onPage(before, { ...page, code: before, changes: [] });
}

interface Place {
  readonly from: number;
  readonly to: number;
  /** The whole text with what was pasted; null where that never came into the editor. */
  readonly before: string | null;
}

function insertPage(view: EditorView, { from, to, before }: Place, page: PageText, { onPage, onLeftOut }: Told): void {
  const { doc, selection } = view.state;
  const lead = from > doc.lineAt(from).from ? "\n" : "";
  const rest = doc.sliceString(to);
  // What stands behind the page is a cell of its own.
  const follow = rest.trim() === "" || hasCells(rest.slice(0, rest.indexOf("\n") + 1)) ? "" : "\n# %%\n";
  const insert = `${lead}${page.code}${follow}`;
  const length = doc.length - (to - from) + insert.length;
  if (length > MAX_TEXT_CHARS) {
    onLeftOut("long", length);
    return;
  }
  // The cursor stays where the reader has set it meanwhile.
  const isBehind = selection.main.empty && selection.main.head === to;
  const edit = { changes: { from, to, insert }, userEvent: "input.page" };
  view.dispatch(isBehind || before === null ? { ...edit, selection: { anchor: from + insert.length }, scrollIntoView: true } : edit);
  onPage(before, { ...page, code: view.state.doc.toString() });
}
