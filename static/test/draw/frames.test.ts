// @vitest-environment jsdom
/**
 * Every example at its key step, as an outline of the SVG that is drawn: one line for each thing that is seen, with its marks, its place
 * and its words, for each storage with its outlines, and for each line with the two ends it joins. `npm test -- -u` writes them anew: read
 * what has changed before it is kept.
 */
import { select } from "d3-selection";
import { expect, it } from "vitest";
import { drawPicture, layersOf } from "../../src/draw/layers";
import { pictureAt } from "../../src/picture/picture-at";
import { makeFilm } from "../../src/trace/film";
import { goldenNames, goldenRun } from "../support/golden";
import { filmOf, word } from "../support/scenes";

/** What an element is drawn as: its classes without the ones that only say what kind of element it is. */
function marks(element: Element): string {
  return [...element.classList].filter(name => name !== "thing").join(" ");
}

function place(element: Element): string {
  const numbers = (element.querySelector(":scope > .body")?.getAttribute("transform") ?? "").match(/-?[\d.]+/g) ?? [];
  return numbers
    .slice(0, 2)
    .map(number => Math.round(Number(number)))
    .join(",");
}

function words(element: Element): string {
  const texts = [...element.querySelectorAll("text")].filter(text => text.getAttribute("display") !== "none");
  return texts
    .map(text => (text.textContent ?? "").trim())
    .filter(text => text !== "")
    .join(" | ");
}

function outline(svg: Element): string {
  const seen = [...svg.querySelectorAll("g.thing, g.storage, path.line")].filter(element => element.closest(".is-hidden") === null);
  const lines = seen
    .filter(element => element.matches("g.thing") || element.closest("g.thing") === null)
    .map(element => {
      if (element.matches("g.storage")) return `${marks(element)} of ${element.querySelectorAll("rect").length - 1}: ${words(element)}`;
      if (element.matches("g.thing")) return `${marks(element)} @ ${place(element)}: ${words(element)}`;
      const [from, to] = ends(element.getAttribute("d") ?? "");
      return `${marks(element.parentElement ?? element)}: ${from} -> ${to}`;
    });
  return `${lines.join("\n")}\n`;
}

function ends(d: string): readonly [string, string] {
  const numbers = (d.match(/-?\d+(\.\d+)?/g) ?? []).map(number => Math.round(Number(number)));
  return [numbers.slice(0, 2).join(","), numbers.slice(-2).join(",")];
}

it.each(goldenNames())("%s at its key step matches its snapshot", async name => {
  const { index, scene } = filmOf(name);
  const world = select(document.body.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"))).append("g");
  drawPicture(layersOf(world), pictureAt(index, scene, makeFilm(goldenRun(name)).keyPosition, null, word));
  const svg = world.node();
  await expect(svg ? outline(svg) : "").toMatchFileSnapshot(`__snapshots__/frames/${name}.txt`);
});
