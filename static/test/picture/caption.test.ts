import { expect, it } from "vitest";
import { pictureAt } from "../../src/picture/picture-at";
import { threeErrors } from "../support/cells";
import { filmOfRun, word } from "../support/scenes";

function captionAt(kind: string): string | null {
  const { index, scene } = filmOfRun(threeErrors);
  const raise = threeErrors.diagnoses.find(diagnosis => diagnosis.kind === kind)?.raise_event ?? -1;
  const { things } = pictureAt(index, scene, index.stepOfEvent(raise), null, word);
  const failed = things.flatMap(thing => (thing.kind === "node" && thing.phase === "failed" ? [thing.caption] : []));
  return failed.join();
}

it("a node that fails since its graph is freed is not told of the version that another node found before", () => {
  expect(captionAt("graph_freed")).toBe(word("stage-freed"));
});

it("a node that finds another version says which", () => {
  expect(captionAt("version_mismatch")).toBe(word("stage-expected", { saved: 0, current: 1 }));
});
