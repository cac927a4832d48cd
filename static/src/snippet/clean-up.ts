/**
 * Turns what people paste into a program: notebooks, prompts, shell commands, signs of a word processor, an indented block.
 *
 *     notebook, or fences ─▶ prompts ─▶ characters ─▶ commands ─▶ indentation
 *
 * Each part changes only what Python could not read in any case, so a valid program stays as it is, character for character.
 */
import { plainCharacters } from "./characters";
import { withoutCommands } from "./commands";
import { indentedEvenly, startingAtTheEdge } from "./indentation";
import { readNotebook } from "./notebook";
import { withoutFences, withoutPrompts } from "./session";

/** What was changed; each has a sentence of its own in the catalogue. */
export type Change =
  | "notebook"
  | "fences"
  | "prompts"
  | "characters"
  | "commands"
  | "indent"
  | "tabs"
  // Made by published/read-page.ts alone.
  | "prose"
  | "numbers"
  | "imports"
  | "indentation"
  | "underscores"
  | "order";

export interface CleanedUp {
  readonly code: string;
  /** In the order in which they were made; empty where nothing had to be changed. */
  readonly changes: readonly Change[];
}

type Part = readonly [Change, (code: string) => string];

/** What one cell of code may need. */
const CODE_PARTS: readonly Part[] = [
  ["characters", plainCharacters],
  ["commands", withoutCommands],
  ["indent", startingAtTheEdge],
  ["tabs", indentedEvenly],
];

const PARTS: readonly Part[] = [["fences", withoutFences], ["prompts", withoutPrompts], ...CODE_PARTS];

export function cleanUp(pasted: string): CleanedUp {
  const notebook = readNotebook(pasted);
  if (notebook === null) return changed(pasted, PARTS);
  return { code: notebook.program, changes: notebook.hasCommands ? ["notebook", "commands"] : ["notebook"] };
}

/** The same for what is known to be code. */
export function cleanUpCode(code: string): CleanedUp {
  return changed(code, CODE_PARTS);
}

function changed(pasted: string, parts: readonly Part[]): CleanedUp {
  let code = pasted;
  const changes: Change[] = [];
  for (const [change, part] of parts) {
    const next = part(code);
    if (next !== code) changes.push(change);
    code = next;
  }
  return { code, changes };
}

/** Nothing to run: no text but blanks and comments. */
export function isEmpty(code: string): boolean {
  return code.split("\n").every(line => /^\s*(#.*)?$/.test(line));
}
