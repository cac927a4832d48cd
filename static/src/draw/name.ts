/** Draws a name that moves: an arrow over the row, from the card that has lost it to the card that has it now. */
import type { NameView } from "../picture/picture";
import { headAt } from "./lines";
import { classNames, type Drawing, put, px } from "./reconcile";

export const nameDrawing: Drawing<NameView> = {
  create: (mark, { path, tipX, tipY, labelX, labelY, labelWidth, text }) => {
    mark.append("path").attr("class", "line").attr("pathLength", 1).attr("d", path);
    mark
      .append("path")
      .attr("class", "head")
      .attr("d", headAt(tipX, tipY, 90));
    mark
      .append("rect")
      .attr("class", "plate")
      .attr("x", px(labelX - labelWidth / 2))
      .attr("y", px(labelY - 9))
      .attr("width", px(labelWidth))
      .attr("height", 18)
      .attr("rx", 6);
    mark
      .append("text")
      .attr("class", "label")
      .attr("x", px(labelX))
      .attr("y", px(labelY + 3.5))
      .text(text);
  },
  update: (mark, { id, hidden, now }) => {
    put(mark, { class: classNames("name-move", { "is-hidden": hidden, "is-now": now }), "data-id": id });
  },
};
