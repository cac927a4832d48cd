/** What is asked of the worker that reads texts, and what it answers. */
import type { PageText } from "../published/read-page";
import type { SyntaxFault } from "../syntax";

/** `page`: what a text is (read-page.ts); `guess`: its cells, though it is unclear what is code; `fault`: where Python could not read it. */
export interface ReadRequest {
  readonly kind: "page" | "guess" | "fault";
  readonly text: string;
}

/** Null where the text could not be read: it made the reading fail. */
export type ReadResult = { readonly page: PageText } | { readonly fault: SyntaxFault | null } | null;

/** The worker says it before it reads, so that the time counts from there, and not from when its script is asked for. */
export const BEGUN = "begun";
