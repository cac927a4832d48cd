/** Draws edges within a lane, saved links across the lanes, and the outlines of shared storage. */
import type { EdgeView, LinkView, StorageView } from "../picture/picture";
import { classNames, type Drawing, put, px, say } from "./reconcile";

/** Absolute coordinates rather than a transform: a thousand transformed elements are slow to paint. */
export function headAt(x: number, y: number, angle: number): string {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corner = (back: number, across: number) => `${px(x - back * cos - across * sin)} ${px(y - back * sin + across * cos)}`;
  return `M${px(x)} ${px(y)}L${corner(8, -4.2)}L${corner(8, 4.2)}Z`;
}

export const edgeDrawing: Drawing<EdgeView> = {
  create: (mark, view) => {
    const line = mark.append("path").attr("class", "line");
    if (view.kind === "flow" || view.kind === "next") line.attr("pathLength", 1);
    mark.append("path").attr("class", "head");
    if (view.count !== "") mark.append("text").attr("class", "count");
  },
  update: (mark, view) => {
    if (view.count !== "")
      mark
        .select("text.count")
        .call(put, { x: px(view.countX), y: px(view.countY) })
        .call(say, view.count);
    const flags = { "is-plain": view.plain, "is-lit": view.lit };
    put(mark, { class: classNames(`edge edge-${view.kind} is-${view.phase}`, flags), "data-id": view.id });
    mark.select("path.line").call(put, { d: view.path });
    mark.select("path.head").call(put, { d: headAt(view.tipX, view.tipY, view.angle) });
  },
};

export const linkDrawing: Drawing<LinkView> = {
  create: (mark, view) => {
    mark.append("path").attr("class", "line");
    if (view.kind === "saved") mark.append("circle").attr("class", "end").attr("r", 3);
    else mark.append("path").attr("class", "head");
    if (view.kind === "saved") mark.append("circle").attr("class", "end start").attr("r", 3);
  },
  update: (mark, view) => {
    const flags = { "is-key": view.key, "is-lit": view.lit, "is-selected": view.selected };
    put(mark, { class: classNames(`link link-${view.kind} is-${view.phase}`, flags), "data-id": view.id });
    mark.select("path.line").call(put, { d: view.path });
    mark.select("circle.end").call(put, { cx: px(view.tipX), cy: px(view.tipY) });
    mark.select("circle.start").call(put, { cx: px(view.fromX), cy: px(view.fromY) });
    mark.select("path.head").call(put, { d: headAt(view.tipX, view.tipY, view.angle) });
  },
};

export const storageDrawing: Drawing<StorageView> = {
  create: mark => {
    mark.append("g").attr("class", "outlines");
    mark.append("path").attr("class", "shaft");
    mark.append("rect").attr("class", "plate").attr("rx", 6).attr("height", 18);
    mark.append("text").attr("class", "label");
  },
  update: (mark, view) => {
    const flags = { "is-hidden": view.hidden, "is-key": view.key, "is-ticking": view.ticking, "is-selected": view.selected };
    put(mark, { class: classNames("storage", flags), "data-id": view.id });
    const rects = view.outlines.split(";").map(outline => outline.split(" ").map(Number));
    mark
      .select("g.outlines")
      .selectChildren<SVGRectElement, number[]>("rect")
      .data(rects)
      .join("rect")
      .attr("x", ([x]) => px(x ?? 0))
      .attr("y", ([, y]) => px(y ?? 0))
      .attr("width", ([, , width]) => px(width ?? 0))
      .attr("height", ([, , , height]) => px(height ?? 0))
      .attr("rx", 18);
    mark.select("path.shaft").call(put, { d: view.shafts });
    const width = view.labelWidth;
    mark.select("rect.plate").call(put, { x: px(view.labelX - width / 2), y: px(view.labelY - 9), width: px(width) });
    mark
      .select("text.label")
      .call(put, { x: px(view.labelX), y: px(view.labelY + 4) })
      .call(say, view.label);
  },
};
