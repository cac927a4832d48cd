import { describe, expect, it } from "vitest";
import type { Page, StoredLink } from "../../src/page/state";
import { filmTitle, titleOf } from "../../src/page/title";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { goldenRun } from "../support/golden";

const GOLDEN = goldenRun("stale/edit-after-save");
const PARAMS = { how: "name", name: "d", node: "MvBackward0", hidden: false, saved_line: 4, edit_line: 5, raise_line: 6 };
const RUN = { ...GOLDEN, diagnoses: GOLDEN.diagnoses.map(each => ({ ...each, params: PARAMS })) };
const LINK: StoredLink = { id: "a", code: RUN.code, name: "d = torch.ones(3)", named: false, origin: "http://test" };

function titleIn(lang: "en" | "zh", link: StoredLink | null, run: typeof RUN | null = RUN): string {
  return filmTitle({ words: words(lang), examples: [] } as unknown as Page, RUN.code, link, run);
}

it("says what is wrong and on which line in place of a line of the code", () => {
  expect(titleIn("en", LINK)).toBe("d is edited in place on line 5, after MvBackward0 saved it");
  expect(titleIn("zh", LINK)).toBe("MvBackward0 保存 d 之后，第 5 行原地修改了它");
});

it("adds what the program calls itself", () => {
  expect(titleIn("en", { ...LINK, name: "A gate", named: true })).toMatch(/saved it – A gate$/);
});

it("takes a line of the code where nothing is known to be wrong", () => {
  expect(titleIn("en", LINK, null)).toBe("Autograd film: d = torch.ones(3)");
  expect(titleIn("en", null, null)).toBe("Autograd film: a PyTorch snippet");
});

describe("the name of the page", () => {
  const page = (film: Page["film"], code = RUN.code) =>
    titleOf({ words: words("en"), examples: [], link: null, film, code } as unknown as Page);

  it("says what is wrong with a program that nobody has shared", () => {
    expect(page(makeFilm(RUN))).toBe("d is edited in place on line 5, after MvBackward0 saved it");
  });

  it("is that of the service before a run, after a change of the code, and where nothing is wrong", () => {
    const served = "Gradreel: watch PyTorch's autograd";
    expect(page(null)).toBe(served);
    expect(page(makeFilm(RUN), `${RUN.code}print(1)\n`)).toBe(served);
    expect(page(makeFilm({ ...RUN, diagnoses: [] }))).toBe(served);
  });
});
