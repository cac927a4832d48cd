/** Draws a forward op: a pill with its name, its line underneath, and a bead for every result without a name. */
import type { OpView } from "../picture/picture";
import { MARK_ICONS } from "./mark-icons";
import { type Drawing, type Mark, px, say } from "./reconcile";

export const opDrawing: Drawing<OpView> = {
  create: (mark, view) => {
    const middle = view.height / 2;
    for (const offset of view.beads === "" ? [] : view.beads.split(",").map(Number)) {
      mark
        .append("path")
        .attr("class", "bead-stalk")
        .attr("d", `M${px(view.width)} ${px(middle)}L${px(view.width + 7)} ${px(middle + offset)}`);
      mark
        .append("circle")
        .attr("class", "bead")
        .attr("cx", px(view.width + 12))
        .attr("cy", px(middle + offset))
        .attr("r", 5);
    }
    mark.append("rect").attr("class", "box").attr("width", view.width).attr("height", view.height).attr("rx", middle);
    mark
      .append("text")
      .attr("class", "text mono")
      .attr("x", view.width / 2)
      .attr("y", middle + 4.5);
    if (view.cut) createCut(mark, view);
    mark
      .append("text")
      .attr("class", "caption")
      .attr("x", view.width / 2)
      .attr("y", view.height + 14);
  },
  update: (mark, view) => {
    mark.select("text.text").call(say, view.text);
    mark.select("text.caption").call(say, view.caption);
  },
  flags: ({ plain, cut }) => ({ "is-plain": plain, "is-cut": cut }),
};

function createCut(mark: Mark, { width }: OpView): void {
  const cut = mark
    .append("g")
    .attr("class", "cut")
    .attr("transform", `translate(${px(width - 8)} -9)`);
  cut.append("circle").attr("cx", 6).attr("cy", 6).attr("r", 10);
  cut.append("path").attr("class", "icon").attr("d", MARK_ICONS.scissors);
}
