/** Draws the tag of a saved tensor: which attribute, at which version; and when it is stale, against which version. */
import type { TagView } from "../picture/picture";
import { MARK_ICONS, type MarkIcon } from "./mark-icons";
import { type Drawing, px, say } from "./reconcile";

const iconOf: Readonly<Record<TagView["phase"], MarkIcon>> = {
  hidden: "lock",
  fresh: "lock",
  stale: "broken",
  failed: "cross",
  silent: "ghost",
  freed: "lock",
};

export const tagDrawing: Drawing<TagView> = {
  create: mark => {
    mark.append("rect").attr("class", "box");
    mark.append("path").attr("class", "icon");
    mark.append("text").attr("class", "first");
    mark.append("text").attr("class", "second mono");
  },
  update: (mark, view) => {
    mark.attr("transform", `translate(${px(view.x)} ${px(view.y)})`);
    const middle = view.width / 2;
    const large = view.second !== "";
    mark
      .select("rect.box")
      .attr("width", view.width)
      .attr("height", view.height)
      .attr("rx", large ? 9 : 6);
    mark
      .select("path.icon")
      .attr("d", MARK_ICONS[iconOf[view.phase]])
      .attr("transform", large ? "translate(8 13)" : "translate(6 4)");
    const nudge = large ? 8 : 6;
    mark
      .select("text.first")
      .attr("x", middle + nudge)
      .attr("y", large ? 15 : 14)
      .call(say, view.first);
    mark
      .select("text.second")
      .attr("x", middle + nudge)
      .attr("y", 31)
      .call(say, view.second);
  },
  flags: ({ phase }) => ({ [`is-${phase}`]: phase !== "hidden" }),
};
