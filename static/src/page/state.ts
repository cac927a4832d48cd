/** The state of the playground: everything on the page follows from this value. */

import type { Lang, Words } from "../narration/locale";
import type { ToldNotes } from "../notes/told";
import { restAfter } from "../snippet/cell-spans";
import type { Change } from "../snippet/clean-up";
import type { PageText } from "../snippet/published/read-page";
import type { Story } from "../story/story";
import type { Diagnosis, Example, FixDetails, Notes, Reading, Run, ShownNotes } from "../trace/contract";
import type { Film } from "../trace/film";
import type { Show } from "../trace/show";
import type { CodeLine } from "../trace/sources";
import type { Target } from "../trace/target";
import type { ApiProblem, Health } from "./api";
import type { Store } from "./store";

export type Theme = "light" | "dark";
export type Pane = "code" | "film" | "inspect";
export type SideTab = "details" | "edits" | "gradients" | "steps";

export type Request =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly since: number }
  /** The server was busy: the run is sent again when `until` (milliseconds of the clock) has come. */
  | { readonly kind: "waiting"; readonly until: number; readonly problem: ApiProblem }
  | { readonly kind: "failed"; readonly problem: ApiProblem }
  /** Nothing was run: the text in the editor was no program. */
  | { readonly kind: "refused" };

/** A stored link. */
export interface StoredLink {
  readonly id: string;
  readonly code: string;
  /** The title in the code, else its first line that says something; empty where it has none. */
  readonly name: string;
  /** Whether that is what the code calls itself, not just a line of it. */
  readonly named: boolean;
  /** Where readers reach it, which need not be where this page was loaded from. */
  readonly origin: string;
}

/** Which fixes of a film work, by their keys; null while they are being tried. */
export type FixResults = Readonly<Record<string, FixDetails>> | null;
/** Null while they are being found out. */
export type WholeDiagnoses = readonly Diagnosis[] | null;

/** A program before and after one of its fixes was applied. */
export interface Fixed {
  readonly before: Run;
  readonly after: Run;
}

/** Code as it was pasted, and as it was run. */
export interface Cleaned {
  /** Null where it was too long for the editor: it does not come back. */
  readonly before: string | null;
  readonly after: string;
  readonly changes: readonly Change[];
  /** How many cells a published page became; null where it was no page. */
  readonly cells: PageText["cells"];
  /** Why it could not be read as a page; null where it could, or is a program. */
  readonly unread: PageText["unread"];
}

/** What was pasted, dropped or opened and is not in the editor, since it is too long; `size` in characters, of a file in MB. */
export interface LeftOut {
  readonly why: "long" | "slow" | "file" | "binary";
  readonly size: number;
  readonly limit: number;
  /** What the editor held then: it is told until that changes. */
  readonly code: string;
}

/** What is read of an error in a text that was pasted. */
export interface PageReading {
  /** The paste that it is of. */
  readonly of: Cleaned;
  /** Null while it is asked for, and where it could not be had. */
  readonly answer: Reading | null;
  readonly problem: ApiProblem | null;
  /** Only the end of the text was read. */
  readonly isPart: boolean;
}

/** What a piece of code shows without being run. */
export interface PagePiece {
  readonly code: string;
  readonly lang: Lang;
  /** Null while it is asked for, and where it could not be had. */
  readonly answer: Reading | null;
  readonly problem: ApiProblem | null;
}

/** What an author wrote to a film. */
export interface PageNotes {
  /** Of notes that are stored; null while they are being written. */
  readonly id: string | null;
  /** Of the program that they are about. */
  readonly code: string;
  readonly written: Notes;
  readonly shown: ShownNotes;
}

/** Where a reader returns to who leaves a story. */
export interface Before {
  readonly show: Show;
  readonly about: string | null;
  readonly position: number;
  readonly selection: Target | null;
}

/** How far the timeline of a film is opened; that of another film says nothing about this one. */
export interface OpenedTimeline {
  readonly film: Film;
  /** Keys of the folds of rounds that are open. */
  readonly unfolded: ReadonlySet<string>;
  /** Where the chapter begins that is opened into its steps; null where none is. */
  readonly chapter: number | null;
}

export interface Page {
  readonly words: Words;
  readonly theme: Theme | null;
  readonly code: string;
  readonly examples: readonly Example[];
  readonly example: string | null;
  readonly health: Health | null;
  readonly request: Request;
  /** Runs that wait in the server's queue before ours; null when it does not wait. */
  readonly ahead: number | null;
  readonly film: Film | null;
  /** The film that the page opened with without being asked; null where there is none. */
  readonly unasked: Run | null;
  /** The story of the film; null where it has none. */
  readonly story: Story | null;
  /** What of a film with a story is shown. */
  readonly show: Show;
  /** What the story was asked to be about, see story/subject.ts; null for the worst diagnosis. */
  readonly about: string | null;
  /** What was shown before the story that is; null where none was opened. */
  readonly before: Before | null;
  /** By id of the run: which of its fixes work, as far as that is known. */
  readonly fixResults: Readonly<Record<string, FixResults>>;
  /** By id of a run: its diagnoses with what was found out after its film was shown; none of them where nobody asked. */
  readonly whole: Readonly<Record<string, WholeDiagnoses>>;
  /** The last fix that was applied and run. */
  readonly fixed: Fixed | null;
  /** The last code that was cleaned up before it was run. */
  readonly cleaned: Cleaned | null;
  /** What was last left out of the editor, since it is too long; null where nothing was. */
  readonly leftOut: LeftOut | null;
  /** What is read of the error in the last text that was pasted; null where there was none. */
  readonly reading: PageReading | null;
  /** What was last read of code alone; null where none was. */
  readonly piece: PagePiece | null;
  /** The stored link that the page was opened at or that was made since, and the code it stands for. */
  readonly link: StoredLink | null;
  /** The author's notes that are shown or being written; null where there are none. */
  readonly notes: PageNotes | null;
  /** Those notes in the film that is shown; null where they are about another one. */
  readonly told: ToldNotes | null;
  /** Lines of code of what is pointed at on the stage, and of what that is joined with. */
  readonly lit: readonly Required<CodeLine>[];
  /** The notes that the address asks for are not there. */
  readonly notesMissing: boolean;
  readonly position: number;
  /** What is selected; null while the inspector follows the film. */
  readonly selection: Target | null;
  readonly playing: boolean;
  /** A new film moves to where it is looked at first by itself: no step on the way is one that the reader chose. */
  readonly arriving: boolean;
  readonly speed: number;
  readonly loop: boolean;
  /** The reader wants few crossings. */
  readonly tidy: boolean;
  /** The reader wants to be asked what happens next. */
  readonly predict: boolean;
  readonly timeline: OpenedTimeline | null;
  /** The film fills the screen, in large type. */
  readonly presenting: boolean;
  /** Positions before which the film stops, in order: those of questions that are open. */
  readonly stops: readonly number[];
  readonly pane: Pane;
  readonly sideTab: SideTab;
}

export type PageStore = Store<Page>;

/** A page on which nothing has happened yet. */
export function blankPage(words: Words): Page {
  return {
    words,
    theme: null,
    code: "",
    examples: [],
    example: null,
    health: null,
    request: { kind: "idle" },
    ahead: null,
    film: null,
    unasked: null,
    story: null,
    show: "story",
    about: null,
    before: null,
    fixResults: {},
    whole: {},
    fixed: null,
    cleaned: null,
    leftOut: null,
    reading: null,
    piece: null,
    link: null,
    notes: null,
    told: null,
    lit: [],
    notesMissing: false,
    position: 0,
    selection: null,
    playing: false,
    arriving: false,
    speed: 1,
    loop: false,
    tidy: false,
    predict: false,
    timeline: null,
    presenting: false,
    stops: [],
    pane: "code",
    sideTab: "details",
  };
}

/** The editor holds other code than the one the film was made from. A run to a cell is of the beginning of it, and does not make it old. */
export function isEdited({ film, code }: Pick<Page, "film" | "code">): boolean {
  return film !== null && film.run.code !== code && restAfter(film.run.code, code) === null;
}

/** The steps that the page shows, in order; null for all. */
export function shownPositions({ story, show }: Page): readonly number[] | null {
  return story !== null && show === "story" && story.positions.length > 0 ? story.positions : null;
}

/** Where a move forward to a position ends: at the last step that is shown before the first stop on the way. */
export function heldAt(page: Page, to: number): number {
  const stop = page.stops.find(each => each > page.position && each <= to);
  if (stop === undefined) return to;
  return Math.max(page.position, shownPositions(page)?.findLast(each => each < stop) ?? stop - 1);
}
