/** Answers what is asked of a text, in the worker or, without one, in the page. */
import { MAX_TEXT_CHARS } from "../limits";
import { mayHoldError } from "../published/errors";
import { guessedPage, type PageText, readPage } from "../published/read-page";
import { type SyntaxFault, syntaxFault } from "../syntax";
import type { ReadRequest, ReadResult } from "./protocol";

export function answer({ kind, text }: ReadRequest): ReadResult {
  if (kind === "fault") return { fault: faultOf(text) };
  return { page: bounded(kind === "page" ? readPage(text) : guessedPage(text)) };
}

/** What becomes too long, such as the program of a notebook, stays away: the reader is told how long it is. */
function bounded(page: PageText): PageText {
  const { length } = page.code;
  if (length <= MAX_TEXT_CHARS) return page;
  return { code: "", changes: [], cells: null, unread: page.unread ?? { kind: "long", language: "", length } };
}

/** What Run cleans up is no mistake, nor is a line of a traceback. */
function faultOf(code: string): SyntaxFault | null {
  const { changes, unread } = readPage(code);
  const isNoProgram = changes.length > 0 || unread?.kind === "traceback" || (unread?.kind === "language" && mayHoldError(code));
  return isNoProgram ? null : syntaxFault(code);
}
