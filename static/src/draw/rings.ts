/** Draws rings around things of a drawing: what an author's note points at. */

export const RING = "note-ring";
const GAP = 6;
const SVG = "http://www.w3.org/2000/svg";

/** Ring what has one of `ids`, and nothing else; what is not drawn, as in a closed group, has none. */
export function drawRings(document: Document, stage: ParentNode, ids: ReadonlySet<string>): void {
  for (const thing of stage.querySelectorAll(".thing[data-id]")) {
    const ring = thing.querySelector(`:scope > .${RING}`);
    if (!ids.has(thing.getAttribute("data-id") ?? "")) ring?.remove();
    else if (ring === null) thing.append(...ringAround(document, thing.querySelector(":scope > .box")));
  }
}

function ringAround(document: Document, box: Element | null): readonly Element[] {
  if (box === null) return [];
  const [x, y, width, height, rx] = ["x", "y", "width", "height", "rx"].map(name => Number(box.getAttribute(name) ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const size = { x: x - GAP, y: y - GAP, width: width + 2 * GAP, height: height + 2 * GAP, rx: rx + GAP };
  const ring = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ class: RING, ...size, "aria-hidden": "true" })) ring.setAttribute(name, `${value}`);
  return [ring];
}
