/** Draws closed groups: a box with its name and how much is in it, stacked where it stands for several; and the handles of open ones. */
import type { BlockView, GroupView, HandleView } from "../picture/picture";
import type { CellTrouble } from "../trace/cells";
import { MARK_ICONS } from "./mark-icons";
import { type Drawing, type Mark, put, px, say } from "./reconcile";

const step = 5;
/** Where the lines of a closed group stand, and those of one in an overview. */
const LINES = { name: 25, count: 44, detail: 59, unfold: 8 } as const;
const BOX_LINES = { name: 19, count: 34, detail: 48, unfold: 5 } as const;

function createStack(mark: Mark, { width, height, stacked }: GroupView | BlockView): void {
  for (const depth of stacked ? [2, 1] : []) {
    mark
      .append("rect")
      .attr("class", "box behind")
      .attr("x", depth * step)
      .attr("y", -depth * step)
      .attr("width", width)
      .attr("height", height)
      .attr("rx", 11);
  }
}

export const groupDrawing: Drawing<GroupView> = {
  create: (mark, view) => {
    createStack(mark, view);
    mark.append("rect").attr("class", "box").attr("width", view.width).attr("height", view.height).attr("rx", 11);
    if (view.opens)
      mark
        .append("path")
        .attr("class", "icon unfold")
        .attr("d", MARK_ICONS.unfold)
        .attr("transform", `translate(${px(view.width - 19)} ${(view.isBox ? BOX_LINES : LINES).unfold})`);
    const lines = view.isBox ? BOX_LINES : LINES;
    if (view.trouble !== null) createTrouble(mark, view.trouble, 12, lines.name - 10.5);
    mark
      .append("text")
      .attr("class", "name")
      .attr("x", 13 + (view.trouble === null ? 0 : view.markRoom))
      .attr("y", lines.name);
    mark
      .append("text")
      .attr("class", view.isBox ? "count" : "count mono")
      .attr("x", 13)
      .attr("y", view.name === "" ? view.height / 2 + 4 : lines.count);
    if (view.detail !== "") mark.append("text").attr("class", "count").attr("x", 13).attr("y", lines.detail);
    if (view.badge !== "") createBadge(mark);
  },
  update: (mark, view) => {
    put(mark, { "aria-expanded": "false" });
    mark.select("text.name").call(say, view.name);
    mark.select("text.count").call(say, view.count);
    mark.select("text.count ~ text.count").call(say, view.detail);
    const badge = mark.select("g.badge").call(put, { transform: `translate(${px((view.width - view.badgeWidth) / 2)} -27)` });
    badge.select("rect").call(put, { width: view.badgeWidth });
    badge.select("text").call(say, view.badge);
  },
  flags: view => ({ "is-edited": view.badge !== "", "is-stale": view.stale, ...cellFlags(view) }),
};

function cellFlags({ trouble, ahead }: GroupView | HandleView): Readonly<Record<string, boolean>> {
  return { "is-failed": trouble === "failed", "is-doubtful": trouble === "doubtful", "is-ahead": ahead };
}

/** How a cell ended badly, before its name. */
function createTrouble(mark: Mark, trouble: CellTrouble["kind"], x: number, y: number): void {
  const sign = trouble === "failed" ? MARK_ICONS.cross : MARK_ICONS.doubt;
  mark.append("path").attr("class", "icon trouble").attr("d", sign).attr("transform", `translate(${x} ${y})`);
}

function createBadge(mark: Mark): void {
  const badge = mark.append("g").attr("class", "badge");
  badge.append("rect").attr("height", 22).attr("rx", 7);
  badge.append("path").attr("class", "icon").attr("d", MARK_ICONS.pen).attr("transform", "translate(8 5)");
  badge.append("text").attr("x", 24).attr("y", 15.5);
}

export const blockDrawing: Drawing<BlockView> = {
  create: (mark, view) => {
    createStack(mark, view);
    mark
      .append("rect")
      .attr("class", "glow")
      .attr("x", -6)
      .attr("y", -6)
      .attr("width", view.width + 12)
      .attr("height", view.height + 12)
      .attr("rx", 16);
    mark.append("rect").attr("class", "box").attr("width", view.width).attr("height", view.height).attr("rx", 11);
    mark
      .append("rect")
      .attr("class", "progress")
      .attr("x", 10)
      .attr("y", view.height - (view.name === "" ? 9 : 6))
      .attr("height", 3)
      .attr("rx", 1.5);
    const middle = view.width / 2;
    if (view.name !== "") mark.append("text").attr("class", "name").attr("x", middle).attr("y", 17);
    const low = view.name === "" ? 2 : 11;
    mark
      .append("text")
      .attr("class", "text mono")
      .attr("x", middle)
      .attr("y", view.height / 2 + low);
  },
  update: (mark, view) => {
    put(mark, { "aria-expanded": "false" });
    mark.select("text.name").call(say, view.name);
    mark.select("text.text").call(say, view.text);
    mark.select("rect.progress").call(put, { width: px((view.width - 20) * view.progress) });
  },
  flags: ({ phase, stale }) => ({ [`is-${phase}`]: phase !== "hidden", "is-stale": stale }),
};

export const handleDrawing: Drawing<HandleView> = {
  create: (mark, view) => {
    mark.append("rect").attr("class", "box").attr("width", view.width).attr("height", view.height).attr("rx", 6);
    mark.append("path").attr("class", "icon").attr("d", MARK_ICONS.fold).attr("transform", "translate(5 3)");
    if (view.trouble !== null) createTrouble(mark, view.trouble, 19, 3);
    mark
      .append("text")
      .attr("x", 20 + (view.trouble === null ? 0 : view.markRoom))
      .attr("y", 13);
  },
  update: (mark, view) => {
    put(mark, { "aria-expanded": "true" });
    mark.select("text").call(say, view.text);
  },
  flags: cellFlags,
};
