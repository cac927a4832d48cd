/** The fixes of a diagnosis: one that was run and works has a button and shows what it changes, one that raised is not offered, the others are told. */

import { type Child, el, phrase } from "../dom/dom";
import { icon } from "../dom/icons";
import type { Phrase, Words } from "../narration/locale";
import type { FixResults } from "../page/state";
import { differences } from "../snippet/changed";
import type { Fix, FixDetails } from "../trace/contract";

export interface FixOptions {
  /** Puts a whole fixed snippet into the editor and runs it. */
  readonly applyFix: (code: string) => void;
}

/** What is known of a film's fixes. */
export interface KnownFixes {
  /** The program that they change. */
  readonly code: string;
  readonly fixes: readonly Fix[];
  /** Undefined where nobody has asked whether they work. */
  readonly results: FixResults | undefined;
  /** The editor holds another program than `code`, which applying a fix would overwrite. */
  readonly isOld: boolean;
}

export function fixesOf(words: Words, { code, fixes, results, isOld }: KnownFixes, options: FixOptions): readonly Child[] {
  if (fixes.length === 0) return [];
  const tried = fixes.map(fix => ({ fix, result: results?.[fix.key] ?? null }));
  const worksFirst = [
    ...tried.filter(({ result }) => result?.verdict === "works"),
    ...tried.filter(({ result }) => result?.verdict !== "works" && result?.verdict !== "raises"),
  ];
  const items = worksFirst.map(({ fix, result }) => {
    const isTried = results === null && fix.code !== null;
    const note = isTried ? words.word("page-fix-trying") : result && noteOf(words, result);
    const text = el("span", {}, ...textOf(words, fix), note && noted(note, result));
    return el("li", {}, text, button(words, fix, result, isOld, options), change(words, code, fix, result));
  });
  const old = isOld && worksFirst.some(({ result }) => result?.verdict === "works");
  const why = old ? el("p", { class: "quiet" }, words.word("page-fix-old")) : null;
  const offered = items.length === 0 ? [] : [el("h3", {}, words.word("page-fixes")), why, el("ul", { class: "fixes" }, ...items)];
  return [
    ...offered,
    leftOut(
      words,
      tried.flatMap(({ result }) => (result?.verdict === "raises" ? [result] : [])),
    ),
  ];
}

/** How many were tried and raised, without their sentences: whoever read one among the ways out would take it. */
function leftOut(words: Words, raised: readonly FixDetails[]): Child {
  if (raised.length === 0) return null;
  const types = [...new Set(raised.map(({ exception_type: type }) => type))].join(", ");
  return el("p", { class: "quiet" }, words.word("page-fix-left-out", { count: raised.length, types }));
}

function button(words: Words, { code }: Fix, result: FixDetails | null, isOld: boolean, options: FixOptions): Child {
  if (code === null || result?.verdict !== "works") return null;
  const why = isOld ? words.word("page-fix-old") : null;
  const click = () => options.applyFix(code);
  return el("button", { type: "button", class: "button small", disabled: isOld, title: why, on: { click } }, words.word("page-fix-apply"));
}

/** The lines that a working fix changes, to be read before it is applied. */
function change(words: Words, before: string, { code: after }: Fix, result: FixDetails | null): Child {
  if (after === null || result?.verdict !== "works") return null;
  const lines = differences(before, after);
  const rows = lines.map(({ side, number, text }) =>
    el(side === "before" ? "del" : "ins", {}, el("span", { class: "fix-line" }, `${number}`), text, "\n"),
  );
  return el(
    "details",
    { class: "fix-change" },
    el("summary", {}, words.word("page-fix-change", { count: lines.length })),
    el("pre", { role: "group", tabindex: "0", "aria-label": words.word("page-compare-changed") }, ...rows),
  );
}

function noted(note: string, result: FixDetails | null): HTMLElement {
  const works = result?.verdict === "works";
  return el("span", { class: works ? "fix-note good" : "fix-note" }, works ? icon("check") : null, note);
}

/** What running it showed; empty where it showed nothing. */
function noteOf(words: Words, { verdict, changed }: FixDetails): string {
  if (verdict === "works") return words.word("page-fix-works");
  if (verdict !== "changes") return "";
  const what = changed.every(name => name !== "" && !name.endsWith(".grad")) ? "values" : "gradients";
  const names = changed.filter(name => name !== "").join(", ");
  return words.word(names === "" ? "page-fix-changes" : "page-fix-changes-named", { what, names });
}

function textOf(words: Words, fix: Fix): readonly Child[] {
  const key = `fix-${fix.kind}`;
  return words.has(key) ? phrase(lightly(words.parts(key, fix.params))) : [fix.message];
}

/** A fix quotes code around its names, so they are set like the rest of it. */
function lightly(parts: Phrase): Phrase {
  return parts.map(part => (part.style === "name" ? { ...part, style: "code" } : part));
}
