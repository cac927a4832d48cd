/** Draws an in-place edit: a chip docked on the card that it writes, with the line's own text. */
import type { ChipView } from "../picture/picture";
import { MARK_ICONS } from "./mark-icons";
import { type Drawing, put, say } from "./reconcile";

export const chipDrawing: Drawing<ChipView> = {
  create: (mark, view) => {
    const body = mark.append("g").attr("class", "drop");
    body
      .append("path")
      .attr("class", "stem")
      .attr("d", `M${view.width / 2} ${view.height}v${view.stem}`);
    body.append("rect").attr("class", "box").attr("width", view.width).attr("height", view.height).attr("rx", 8);
    body.append("path").attr("class", "icon").attr("transform", "translate(10 7)");
    body.append("text").attr("class", "text mono").attr("x", 27).attr("y", 17.5);
    body
      .append("text")
      .attr("class", "note")
      .attr("x", view.width - 9)
      .attr("y", 17)
      .attr("text-anchor", "end");
  },
  update: (mark, view) => {
    mark.select("path.icon").call(put, { d: view.refused ? MARK_ICONS.cross : view.silent ? MARK_ICONS.ghost : MARK_ICONS.pen });
    mark.select("text.text").call(say, view.text);
    mark.select("text.note").call(say, view.note);
  },
  flags: ({ refused, silent }) => ({ "is-refused": refused, "is-silent": silent }),
};
