/** Makes the editor's code ready to run: what was pasted from a notebook or a terminal is cleaned up, in view of the reader. */
import { cleanUp, isEmpty } from "../snippet/clean-up";
import { ApiProblem } from "./api";
import type { PageStore } from "./state";

/** The code to run; null where there is none, which the page then says. Code that the reader has taken back is run as it is. */
export function prepare(store: PageStore): string | null {
  const { code, cleaned } = store.get();
  if (isEmpty(code)) {
    store.set({ request: { kind: "failed", problem: new ApiProblem("no_code", "") }, pane: "film" });
    return null;
  }
  if (cleaned?.before === code) return code;
  const { code: after, changes } = cleanUp(code);
  if (changes.length > 0) store.set({ code: after, cleaned: { before: code, after, changes } });
  return after;
}
