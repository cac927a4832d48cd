/** The card of a piece of code: what edits in place in it, what each edit would break, and the call of a module that may be added. */
import { type Child, el } from "../dom/dom";
import { icon } from "../dom/icons";
import type { Words } from "../narration/locale";
import type { Actions } from "../page/actions";
import { askPiece, withCall } from "../page/piece";
import type { PagePiece, PageStore } from "../page/state";
import type { CodeEdit, OfferedCall, Reading } from "../trace/contract";
import { problemWords } from "./notices";

interface Options {
  readonly actions: Actions;
  readonly toLine: (line: number, file: number) => void;
}

export function pieceCard(words: Words, { answer, problem }: PagePiece, store: PageStore, options: Options): Child {
  if (answer === null) return problem && problemCard(words, problem, store);
  return el(
    "details",
    { class: "card note", open: true, lang: answer.lang },
    el("summary", {}, icon("info"), el("h2", {}, answer.title)),
    el("ul", { class: "reading-facts" }, ...answer.facts.map(each => el("li", {}, each))),
    editsOf(words, answer, options),
    ...callsOf(words, answer, store, options),
    answer.record.length > 0 && el("p", { class: "reason" }, words.word("page-reading-record")),
    answer.record.length > 0 && el("pre", { class: "reading-record" }, answer.record.join("\n")),
  );
}

function editsOf(words: Words, { piece }: Reading, options: Options): Child {
  if (!piece || piece.edits.length === 0) return null;
  return el("ol", { class: "story suspects" }, ...piece.edits.map(edit => editRow(words, edit, options)));
}

function editRow(words: Words, { line, text, effect, reason, breaks }: CodeEdit, options: Options): HTMLElement {
  const grave = effect === "harmless" || effect === "unknown" ? "" : " edit";
  const told = el("span", {}, el("code", {}, text), el("span", { class: "suspect-reason" }, reason));
  return el(
    "li",
    {},
    lineButton(words, line, `pill${grave}`, told, options),
    breaks.length > 0 &&
      el(
        "ul",
        { class: "piece-breaks" },
        ...breaks.map(each => el("li", {}, lineButton(words, each.line, "pill save", el("span", {}, each.reason), options))),
      ),
  );
}

function lineButton(words: Words, line: number, pill: string, told: HTMLElement, { toLine }: Options): HTMLElement {
  const at = el("span", { class: pill }, words.word("page-line", { line }));
  return el("button", { type: "button", class: "story-link", on: { click: () => toLine(line, 0) } }, at, told);
}

/** What may be added to the code; of modules that it makes itself, nothing. */
function callsOf(words: Words, { piece }: Reading, store: PageStore, { actions }: Options): readonly Child[] {
  const modules = piece?.modules.filter(({ made }) => !made) ?? [];
  return modules.map(module =>
    el(
      "div",
      { class: "piece-call" },
      el("p", { class: "reason" }, module.reason),
      module.call !== null && el("pre", { class: "reading-record" }, module.call),
      module.call !== null && el("p", {}, addButton(words, module, piece?.imports ?? [], store, actions)),
    ),
  );
}

function addButton(words: Words, module: OfferedCall, imports: readonly string[], store: PageStore, actions: Actions): HTMLElement {
  const click = () => {
    actions.setCode(withCall(store.get().code, module, imports));
    actions.openPane("code");
  };
  return el("button", { type: "button", class: "button small", on: { click } }, words.word("page-piece-add"));
}

function problemCard(words: Words, problem: NonNullable<PagePiece["problem"]>, store: PageStore): Child {
  const { title, why } = problemWords(words, problem);
  const again = () => void askPiece(store);
  return el(
    "div",
    { class: "card note" },
    el("p", {}, el("b", {}, words.word("page-piece-failed")), " ", title, " ", why),
    el("button", { type: "button", class: "button small", on: { click: again } }, words.word("page-try-again")),
  );
}
