// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { PageActions } from "../../src/page/actions";
import { makeFilm } from "../../src/trace/film";
import { stepList } from "../../src/ui/step-list";
import { words } from "../support/catalogue";
import { storyRun } from "../support/golden";

test.each(["non_finite", "zero_gradient"])("the birth of %s and where it is noticed are lines to click", kind => {
  const film = makeFilm(storyRun(kind));
  const diagnosis = film.run.diagnoses.find(each => each.kind === kind);
  if (!diagnosis) throw new Error("not diagnosed");
  const [goToEvent, toLine] = [vi.fn(), vi.fn()];
  const rows = stepList(film, words("en"), diagnosis, { actions: { goToEvent } as unknown as PageActions, toLine });
  const buttons = rows.map(row => (row as HTMLElement).querySelector("button"));
  expect(buttons.map(button => button?.querySelector(".pill")?.textContent)).toEqual([
    `line ${diagnosis.birth_line}`,
    `line ${diagnosis.noticed_line}`,
  ]);
  for (const button of buttons) button?.click();
  expect(goToEvent.mock.calls).toEqual([[diagnosis.birth_event], [diagnosis.noticed_event]]);
  expect(toLine.mock.calls).toEqual([
    [diagnosis.birth_line, 0],
    [diagnosis.noticed_line, 0],
  ]);
});
