/** Finds and replaces in the code, with CodeMirror's own panel in the reader's language; it is loaded when it is first asked for. */
import { EditorState, type Extension, StateEffect } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { Words } from "../narration/locale";

export const find: Extension = keymap.of([{ key: "Mod-f", run: open, preventDefault: true }]);

let loaded: typeof import("@codemirror/search") | null = null;

/** From the second time on the panel's own keys come first. */
function open(view: EditorView): boolean {
  void load(view).then(({ openSearchPanel }) => openSearchPanel(view));
  return true;
}

async function load(view: EditorView): Promise<typeof import("@codemirror/search")> {
  if (loaded === null) {
    loaded = await import("@codemirror/search");
    view.dispatch({ effects: StateEffect.appendConfig.of([loaded.search({ top: true }), keymap.of(loaded.searchKeymap)]) });
  }
  return loaded;
}

/** CodeMirror's texts, and the keys of ours that stand for them. */
const PHRASES: Readonly<Record<string, string>> = {
  Find: "page-search-find",
  Replace: "page-search-replace",
  next: "page-search-next",
  previous: "page-search-previous",
  all: "page-search-all",
  "match case": "page-search-case",
  regexp: "page-search-regexp",
  "by word": "page-search-word",
  replace: "page-search-replace-one",
  "replace all": "page-search-replace-all",
  close: "page-close",
  "current match": "page-search-current",
  "on line": "page-search-on-line",
  "replaced match on line $": "page-search-replaced-line",
  "replaced $ matches": "page-search-replaced",
  "Go to line": "page-search-go-to-line",
  go: "page-search-go",
};

export function phrasesOf(words: Words): Extension {
  return EditorState.phrases.of(Object.fromEntries(Object.entries(PHRASES).map(([phrase, key]) => [phrase, words.word(key)])));
}
