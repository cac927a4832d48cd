/** Draws a tensor: name, shape, values, leaf mark, requires_grad bar, and the dial of its version counter. */
import type { CardView } from "../picture/picture";
import { createDial, updateDial } from "./dial";
import { drawHeat } from "./heat";
import { MARK_ICONS } from "./mark-icons";
import { type Drawing, type Mark, put, say } from "./reconcile";

export const cardDrawing: Drawing<CardView> = {
  create: (mark, view) => {
    mark.append("rect").attr("class", "box").attr("width", view.width).attr("height", view.height).attr("rx", 11);
    if (view.requiresGrad)
      mark
        .append("rect")
        .attr("class", "grad-bar")
        .attr("y", 10)
        .attr("width", 4)
        .attr("height", view.height - 20)
        .attr("rx", 2);
    mark.append("text").attr("class", "name mono").attr("x", 14).attr("y", 25);
    mark.append("text").attr("class", "shape mono").attr("x", 14).attr("y", 43);
    mark.append("text").attr("class", "numbers mono").attr("x", 14).attr("y", 58);
    mark.append("g").attr("class", "heat").attr("transform", "translate(14 50)");
    if (view.leaf) createLeaf(mark, view);
    if (view.hasCounter) createDial(mark, view.width - 20, 18);
  },
  update: (mark, view, before) => {
    mark.select("text.name").call(put, { "font-size": view.nameSize }).call(say, view.name);
    mark.select("text.shape").call(say, view.shape);
    mark.select("text.numbers").call(say, view.numbers);
    mark.select("g.leaf text").call(say, view.leafWord);
    drawHeat(mark.select<SVGGElement>("g.heat"), view.cells);
    updateDial(mark, view, before);
  },
  flags: ({ edited, stale, naming, leaf, requiresGrad }) => ({
    "is-edited": edited,
    "is-stale": stale,
    "is-lost": naming === "lost",
    "is-nameless": naming === "none",
    "is-leaf": leaf,
    "needs-grad": requiresGrad,
  }),
};

function createLeaf(mark: Mark, { width }: CardView): void {
  const leaf = mark.append("g").attr("class", "leaf");
  leaf.append("path").attr("class", "icon").attr("d", MARK_ICONS.leaf);
  leaf.append("text").attr("x", -3).attr("y", 10).attr("text-anchor", "end");
  leaf.attr("transform", `translate(${width - 20} 48)`);
}
