/** Draws the tag of a saved tensor: which attribute, at which version; and when it is stale, against which version. */
import type { TagView } from "../picture/picture";
import { MARK_ICONS, type MarkIcon } from "./mark-icons";
import { type Drawing, put, say } from "./reconcile";

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
    const middle = view.width / 2;
    const large = view.second !== "";
    mark.select("rect.box").call(put, { width: view.width, height: view.height, rx: large ? 9 : 6 });
    mark.select("path.icon").call(put, { d: MARK_ICONS[iconOf[view.phase]], transform: large ? "translate(8 13)" : "translate(6 4)" });
    const x = middle + (large ? 8 : 6);
    mark
      .select("text.first")
      .call(put, { x, y: large ? 15 : 14 })
      .call(say, view.first);
    mark.select("text.second").call(put, { x, y: 31 }).call(say, view.second);
  },
  flags: ({ phase }) => ({ [`is-${phase}`]: phase !== "hidden" }),
};
