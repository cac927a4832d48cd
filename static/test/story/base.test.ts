import { expect, it } from "vitest";
import { stageFilm } from "../../src/stage/staged-film";
import { storyView } from "../../src/stage/story-tools";
import type { Run } from "../../src/trace/contract";
import { buildIndex } from "../../src/trace/index";
import { goldenRun } from "../support/golden";
import { word } from "../support/scenes";

/** As after `p.data = p.data - lr * g`: what was made of the parameter before lies in other memory. */
function withOtherMemory(run: Run): Run {
  const tensors = run.tensors.map(tensor => (tensor.base !== null && tensor.names.length === 0 ? { ...tensor, storage: "m999" } : tensor));
  return { ...run, tensors };
}

it("a saved view of a parameter that was given other memory is drawn at the parameter, and its stale link with it", () => {
  const index = buildIndex(withOtherMemory(goldenRun("hidden/step-between-backwards")));
  const diagnosis = index.run.diagnoses.find(each => each.saved !== null) ?? expect.fail("no diagnosis");
  const saved = index.saved.get(diagnosis.saved ?? "") ?? expect.fail("no save");
  const viewed = index.tensors.get(saved.tensor) ?? expect.fail("no tensor");
  expect([viewed.names, viewed.storage]).toEqual([[], "m999"]);
  expect(index.visible.shownAs(saved.tensor)).toBe(viewed.base);
  const { scene } = stageFilm(index, { width: 712, height: 690 }, word, storyView(index));
  expect(scene.links.flatMap(({ link }) => link.saves)).toContain(saved.id);
});
