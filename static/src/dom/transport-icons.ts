/** The icons of the transport, 16 × 16, one colour, decorative: all that an embed needs. See icons.ts for those of the page. */
import { svg } from "./dom";

export const TRANSPORT = {
  first: "M3 3v10M13 3L6 8l7 5z",
  back: "M12 3L5 8l7 5z",
  play: "M4 2.5L13 8l-9 5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4 3l7 5-7 5z",
  last: "M13 3v10M3 3l7 5-7 5z",
  loop: "M3 7a4 4 0 0 1 4-4h4M9 1l2.5 2L9 5M13 9a4 4 0 0 1-4 4H5M7 15l-2.5-2L7 11",
} as const;

export type TransportIcon = keyof typeof TRANSPORT;

export function transportIcon(name: TransportIcon): SVGSVGElement {
  return drawn(name, TRANSPORT[name], name !== "loop");
}

export function drawn(name: string, d: string, filled: boolean): SVGSVGElement {
  const path = svg("path", { d, fill: filled ? "currentColor" : "none" });
  return svg("svg", { class: `icon icon-${name}`, viewBox: "0 0 16 16", "aria-hidden": "true" }, path);
}
