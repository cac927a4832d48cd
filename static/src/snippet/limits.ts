/** How long a text may be that the editor takes. */

/** A longer one is a book, or the whole output of a run; of a notebook it is the program that counts. In characters. */
export const MAX_TEXT_CHARS = 200_000;
