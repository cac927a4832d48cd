/** The inspector's list of edits: one row for each, or for many of one line. */

import { type Child, el } from "../../dom/dom";
import { keepStart } from "../../graph/measure";
import type { EditMark } from "../../trace/film";
import { lineOf, lineText } from "../../trace/sources";
import { code, type InspectorContext, tensorName } from "./parts";

/** Edits of one line in a row; more are one row, with so many on both sides of the step. */
const MAX_ROWS_OF_LINE = 3;
const AROUND = 8;
const MAX_LINE_LETTERS = 30;

export function editsView(context: InspectorContext): readonly Child[] {
  const { film, words } = context;
  if (film.edits.length === 0) return [el("p", { class: "quiet" }, words.word("page-edits-none"))];
  const step = film.index.stepOfEvent(context.now);
  return [el("ol", { class: "list" }, ...groupsOf(film.edits).flatMap(group => rowsOf(context, group, step)))];
}

/** Edits of one line that follow one another, as those of an optimizer do. */
function groupsOf(edits: readonly EditMark[]): readonly (readonly EditMark[])[] {
  const groups: EditMark[][] = [];
  for (const edit of edits) {
    const [group, last] = [groups.at(-1), groups.at(-1)?.at(-1)];
    if (group && last?.line === edit.line && last.file === edit.file) group.push(edit);
    else groups.push([edit]);
  }
  return groups;
}

/** Many edits of one line are one row; while the film is among them, those around the step stand below it. */
function rowsOf(context: InspectorContext, group: readonly EditMark[], step: number): readonly HTMLElement[] {
  const [first] = group;
  if (first === undefined || group.length <= MAX_ROWS_OF_LINE) return group.map(edit => editRow(context, edit, step));
  const at = group.findLastIndex(({ position }) => position <= step);
  const isHere = at >= 0 && step <= (group.at(-1)?.position ?? -1);
  const near = isHere ? group.slice(Math.max(0, at - AROUND), at + AROUND + 1) : [];
  return [lineRow(context, group, first, isHere), ...near.map(edit => editRow(context, edit, step))];
}

function lineRow(
  { film, words, actions, now }: InspectorContext,
  group: readonly EditMark[],
  first: EditMark,
  isHere: boolean,
): HTMLElement {
  const stale = new Set(group.flatMap(edit => edit.stale)).size;
  return el(
    "li",
    { class: "line-row" },
    el(
      "button",
      {
        type: "button",
        class: `row-button ${first.event <= now ? "" : "ahead"}`,
        "aria-expanded": `${isHere}`,
        on: { click: () => actions.goTo(first.position) },
      },
      el("span", { class: "pill edit" }, first.line === null ? "–" : words.word("page-line", lineOf(film.index, first))),
      code(keepStart(lineText(film.index.sources, first), MAX_LINE_LETTERS)),
      el("span", { class: "quiet" }, words.word("stage-edits", { count: group.length })),
      stale > 0 && el("span", { class: "pill bad" }, words.word("page-edit-stale", { count: stale })),
    ),
  );
}

function editRow(context: InspectorContext, edit: EditMark, step: number): HTMLElement {
  const { film, words, actions } = context;
  const done = edit.event <= context.now;
  const versions = edit.writes.slice(0, 3).map(write => {
    const moved = write.version_before !== write.version_after;
    const change = moved ? `v${write.version_before ?? "?"} → v${write.version_after ?? "?"}` : words.word("page-edit-uncounted");
    return el(
      "span",
      { class: "edit-write" },
      code(tensorName(context, film.index.visible.shownAs(write.tensor) ?? write.tensor), "name"),
      ` ${change}`,
    );
  });
  const stale = edit.stale.length > 0 && el("span", { class: "pill bad" }, words.word("page-edit-stale", { count: edit.stale.length }));
  const where = el("span", { class: "pill edit" }, edit.line === null ? "–" : words.word("page-line", lineOf(film.index, edit)));
  const props = {
    type: "button",
    class: `row-button ${done ? "" : "ahead"}`,
    "data-event": edit.event,
    "aria-current": edit.position === step ? "step" : false,
  };
  return el("li", {}, el("button", { ...props, on: { click: () => actions.goTo(edit.position) } }, where, ...versions, stale));
}
