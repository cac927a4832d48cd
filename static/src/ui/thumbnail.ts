/** Draws the thumbnail of an example: lanes, boxes, lines, and the stale link. */
import { svg } from "../dom/dom";

/** By example; written by `npm run thumbnails`. */
export type Thumbnails = Readonly<Record<string, string>>;

const CLASSES: Readonly<Record<string, string>> = {
  l: "lane",
  a: "flow",
  b: "next",
  s: "stale",
  v: "silent",
  t: "card",
  e: "card edited",
  o: "op",
  n: "node",
  f: "node failed",
  g: "grad",
};
const LINES = new Set(["a", "b", "s", "v"]);

export async function loadThumbnails(): Promise<Thumbnails> {
  return (await import("../thumbnails.gen.json")).default;
}

export function thumbnail(marks: string): SVGSVGElement {
  const drawn = marks.split(";").map(mark => {
    const [kind = "o", ...numbers] = mark.split(" ");
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
    if (LINES.has(kind)) return svg("path", { class: CLASSES[kind] ?? "", d: `M${x} ${y}l${width} ${height}` });
    return svg("rect", { class: CLASSES[kind] ?? "", x, y, width, height, rx: kind === "l" ? 3 : Math.min(2.5, height / 2) });
  });
  return svg("svg", { class: "thumbnail", viewBox: "0 0 104 62", width: 104, height: 62, "aria-hidden": "true" }, ...drawn);
}
