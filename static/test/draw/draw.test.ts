// @vitest-environment jsdom
import { select } from "d3-selection";
import { beforeEach, describe, expect, it } from "vitest";
import { drawPicture, layersOf } from "../../src/draw/layers";
import type { Picture } from "../../src/picture/picture";
import { pictureAt } from "../../src/picture/picture-at";
import { goldenNames } from "../support/golden";
import { sample } from "../support/long";
import { filmOf, word } from "../support/scenes";

function canvas() {
  document.body.replaceChildren();
  const world = select(document.body).append("svg").append("g");
  return { world, layers: layersOf(world) };
}

describe.each(sample(goldenNames()))("drawing %s", { timeout: 60_000 }, name => {
  const { index, scene } = filmOf(name);
  const picture = (step: number): Picture => pictureAt(index, scene, step, null, word);
  const last = index.steps.length - 1;
  let stage = canvas();
  beforeEach(() => {
    stage = canvas();
  });

  it("twice changes nothing", () => {
    drawPicture(stage.layers, picture(last));
    const before = document.body.innerHTML;
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver(records => changes.push(...records));
    observer.observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true });
    drawPicture(stage.layers, picture(last));
    changes.push(...observer.takeRecords());
    expect(document.body.innerHTML === before).toBe(true);
    expect(changes).toEqual([]);
  });

  it("a step forward and back gives the same drawing", () => {
    const middle = Math.floor(last / 2);
    drawPicture(stage.layers, picture(middle));
    const before = document.body.innerHTML;
    drawPicture(stage.layers, picture(last));
    drawPicture(stage.layers, picture(0));
    drawPicture(stage.layers, picture(middle));
    expect(document.body.innerHTML === before).toBe(true);
  });

  it("lets the keyboard reach what is visible, in order of execution, and nothing else", () => {
    drawPicture(stage.layers, picture(last));
    const things = [...document.querySelectorAll("g.thing")];
    const drawn = picture(last).things;
    expect(things.map(thing => thing.getAttribute("data-id"))).toEqual(drawn.map(thing => thing.id));
    for (const [position, thing] of things.entries()) {
      expect(thing.getAttribute("tabindex")).toBe(drawn[position]?.hidden ? null : "0");
      expect(thing.getAttribute("aria-label")).toBe(drawn[position]?.label);
    }
  });
});

describe("the failure", () => {
  it("highlights the edit, the tensor, the saved link and the node", () => {
    const { index, scene } = filmOf("stale/edit-after-save");
    const { layers } = canvas();
    drawPicture(layers, pictureAt(index, scene, index.steps.length - 1, null, word));
    const kept = [...document.querySelectorAll(".is-key")].map(mark => mark.getAttribute("data-id"));
    expect(new Set(kept)).toEqual(new Set(["t4", "n4", "s2", index.visible.chips[0]?.id]));
    expect(document.querySelector(".tag.is-failed .second")?.textContent).toBe("v0 ≠ v1");
    expect(document.querySelector(".node.is-failed .caption")?.textContent).toBe("expected version 0, found 1");
  });
});

describe("small things", () => {
  const { index, scene } = filmOf("stale/edit-after-save");
  const edit = index.steps.findIndex(step => step.stale);
  it.each([
    ["card", '.card[data-id="t4"]'],
    ["chip", ".chip"],
    ["op", ".op"],
    ["node", '.node[data-id="n4"]'],
    ["accumulate", '.node[data-id="n1"]'],
    ["tag", '.tag[data-id="s2"]'],
    ["link", '.link[data-id="s2"]'],
  ])("look as they did: %s", (_, selector) => {
    const { layers } = canvas();
    drawPicture(layers, pictureAt(index, scene, edit, null, word));
    expect(document.querySelector(selector)?.outerHTML.replaceAll("><", ">\n<")).toMatchSnapshot();
  });
});
