// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { PageActions } from "../../src/page/actions";
import type { Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import type { Diagnosis } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { createDiagnoses } from "../../src/ui/diagnosis";
import { words } from "../support/catalogue";
import { goldenRun } from "../support/golden";

const SHOWN = { case: "wrong", how: "attribute", name: "w2.grad", place: "[0, 2]", unchecked: "0", meant: "4", others: true };

/** The card of a failed check, with what is claimed of the gradient. */
function card(
  lang: "en" | "zh",
  unchecked: Readonly<Record<string, string | boolean>> | undefined,
  changes: Partial<Diagnosis> = {},
  whole: Page["whole"] = {},
): HTMLElement {
  const run = goldenRun("stale/edit-after-save");
  const diagnoses = run.diagnoses.map(diagnosis => ({ ...diagnosis, fixes: [], ...(unchecked && { unchecked }), ...changes }));
  const film = makeFilm({ ...run, diagnoses });
  const page = { words: words(lang), code: run.code, film, fixResults: {}, whole, position: film.last, request: { kind: "idle" } };
  const host = document.body.appendChild(document.createElement("div"));
  const actions = {} as PageActions;
  createDiagnoses(host, createStore<Page>(page as unknown as Page), { actions, toLine: () => {}, applyFix: () => {} });
  return host;
}

test.each([
  ["en", "Without the check, w2.grad[0, 2] would have been 0; right is 4. Other gradients would have been wrong too."],
  ["zh", "如果没有这项检查，w2.grad[0, 2] 会是 0，正确的是 4。其他梯度也会是错的。"],
] as const)("the card in %s says what the gradient would have been, names and numbers as code", (lang, sentence) => {
  const told = card(lang, SHOWN).querySelector(".spared");
  expect(told?.textContent).toBe(sentence);
  expect([...(told?.querySelectorAll("code") ?? [])].map(each => each.textContent)).toEqual(["w2.grad", "[0, 2]", "0", "4"]);
});

test("where all gradients would have been right the card says so", () => {
  const told = card("en", { ...SHOWN, case: "right" }).querySelector(".spared");
  expect(told?.textContent).toBe("Without the check, the gradients would have been right.");
});

test.each([[undefined], [{}]])("a card of which nothing is claimed has no such sentence (%j)", unchecked => {
  const host = card("en", unchecked);
  expect(host.querySelector(".card")).not.toBeNull();
  expect(host.querySelector(".spared")).toBeNull();
});

const { id, diagnoses: SAVED } = goldenRun("stale/edit-after-save");
const FOUND = SAVED.map(each => ({ ...each, fixes: [], unchecked: SHOWN, unchecked_pending: false }));

test.each([
  ["en", "What the check prevented is being found out…"],
  ["zh", "正在查明这项检查避免了什么……"],
] as const)("while it is being found out the card in %s says so, and then what it is", (lang, sentence) => {
  expect(card(lang, {}, { unchecked_pending: true }, { [id]: null }).querySelector(".spared")?.textContent).toBe(sentence);
  const known = card(lang, {}, { unchecked_pending: true }, { [id]: FOUND }).querySelector(".spared");
  expect(known?.querySelectorAll("code").length).toBe(4);
});

test("where nobody has asked for it the card of a link waits for nothing", () => {
  expect(card("en", {}, { unchecked_pending: true }).querySelector(".spared")).toBeNull();
});
