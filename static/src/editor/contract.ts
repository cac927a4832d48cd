/** The interface of both editors: the plain one that is there first, and CodeMirror. */
import type { Words } from "../narration/locale";
import type { PageText } from "../snippet/published/read-page";
import type { Describe } from "./hover";
import type { EditorMarks } from "./marks";

/** Goes to a line of a file of the film. */
export type ToLine = (line: number, file: number) => void;

/** Gives each line that is pressed to a function, in the place of going to its step; null ends that. */
export type PickLines = (act: ToLine | null) => void;

export interface Editor {
  /** `locked`: it is shown, and cannot be changed. */
  readonly setCode: (code: string, locked?: boolean) => void;
  readonly setMarks: (marks: EditorMarks) => void;
  /** Dim the marks: they belong to code that has been changed since. */
  readonly setEdited: (edited: boolean) => void;
  readonly setWords: (words: Words) => void;
  readonly toLine: (line: number) => void;
  /** Scroll as little as brings a line into view; selection and keyboard focus stay where they are. */
  readonly reveal: (line: number) => void;
  readonly focus: () => void;
  /** Selection and scroll position, for the editor that replaces this one. */
  readonly selection: () => EditorSelection;
}

/** `long`: the editor takes no more; `slow`: nor could it be read in time. */
export type LeftOutKind = "long" | "slow";

/** A selection in characters from the start of the code, how far it is scrolled, and whether the keyboard is there. */
export interface EditorSelection {
  readonly anchor: number;
  readonly head: number;
  readonly top: number;
  readonly focused: boolean;
}

export interface EditorListeners {
  readonly onChange: (code: string) => void;
  readonly onRun: () => void;
  /** Run the program up to the end of a cell of code, by its number; null where cells are not edited as such. */
  readonly onRunTo: ((cell: number) => void) | null;
  /** A line's number was pressed, or its key. */
  readonly onLine: (line: number) => void;
  /** The text of a line was pressed. */
  readonly onText: (line: number) => void;
  /** What to show over a name. */
  readonly describe: Describe;
  /** A page was pasted: the whole code before its cells took the place of its text, null where that was too long; and with them. */
  readonly onPage: (before: string | null, page: PageText) => void;
  /** What was pasted or typed was not taken: the text would have so many characters. */
  readonly onLeftOut: (why: LeftOutKind, length: number) => void;
}
