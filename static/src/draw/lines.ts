/** Draws edges within a lane, saved links across the lanes, and the outlines of shared storage. */
import type { EdgeView, LinkView, StorageView } from "../picture/picture";
import { type Drawing, px, say } from "./reconcile";

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
    const back = view.angle === 180 ? 15 : -15;
    mark
      .select("text.count")
      .attr("x", px(view.tipX + back))
      .attr("y", px(view.tipY - 6))
      .call(say, view.count);
    mark
      .attr("class", `edge edge-${view.kind} is-${view.phase}`)
      .classed("is-plain", view.plain)
      .classed("is-lit", view.lit)
      .attr("data-id", view.id);
    mark.select("path.line").attr("d", view.path);
    mark.select("path.head").attr("d", headAt(view.tipX, view.tipY, view.angle));
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
    mark
      .attr("class", `link link-${view.kind} is-${view.phase}`)
      .classed("is-key", view.key)
      .classed("is-lit", view.lit)
      .classed("is-selected", view.selected)
      .attr("data-id", view.id);
    mark.select("path.line").attr("d", view.path);
    mark.select("circle.end").attr("cx", px(view.tipX)).attr("cy", px(view.tipY));
    mark.select("circle.start").attr("cx", px(view.fromX)).attr("cy", px(view.fromY));
    mark.select("path.head").attr("d", headAt(view.tipX, view.tipY, view.angle));
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
    mark
      .attr("class", "storage")
      .classed("is-hidden", view.hidden)
      .classed("is-key", view.key)
      .classed("is-ticking", view.ticking)
      .classed("is-selected", view.selected)
      .attr("data-id", view.id);
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
    mark.select("path.shaft").attr("d", view.shafts);
    const width = view.labelWidth;
    mark
      .select("rect.plate")
      .attr("x", px(view.labelX - width / 2))
      .attr("y", px(view.labelY - 9))
      .attr("width", px(width));
    mark
      .select("text.label")
      .attr("x", px(view.labelX))
      .attr("y", px(view.labelY + 4))
      .call(say, view.label);
  },
};
