import { expect, it } from "vitest";
import type { Page, StoredLink } from "../../src/page/state";
import { filmTitle } from "../../src/page/title";
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
