/** Shows an author's notes in the playground: loaded when a film has some. */
import type { ToLine } from "../../editor/contract";
import type { Actions } from "../../page/actions";
import type { NotesView } from "../../page/notes";
import type { PageStore } from "../../page/state";
import { followTold, openAsTold } from "../../page/told";
import { createNotePanel } from "./panel";

export interface ReaderWays {
  readonly toLine: ToLine;
  readonly reframe: () => void;
}

export function createReader(narration: HTMLElement, stage: HTMLElement, store: PageStore, actions: Actions, ways: ReaderWays): NotesView {
  const toCode: ToLine = (line, file) => {
    actions.openPane("code");
    ways.toLine(line, file);
  };
  createNotePanel(narration, stage, store, { goTo: actions.goTo, select: actions.select, toLine: toCode, reframe: ways.reframe });
  followTold(store, actions.goTo);
  return { open: () => openAsTold(store, actions.goTo) };
}
