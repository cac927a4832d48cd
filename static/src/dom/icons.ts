/** The icons of the page: 16 × 16, one colour, decorative. */
import { drawn } from "./transport-icons";

const PATHS = {
  theme: "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",
  help: "M6 6a2 2 0 1 1 2.8 1.8c-.5.3-.8.7-.8 1.4M8 11.6v.2",
  quiz: "M2.500 3h3.500v3.500H2.500zM8.500 4.750h5M2.500 9.500h3.500V13H2.500zM8.500 11.250h5M3.300 4.800l1 1L6.800 2.500",
  info: "M8 7v4.5M8 4.4v.2M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8",
  close: "M4 4l8 8M12 4l-8 8",
  chevron: "M4.5 6.5L8 10l3.5-3.5",
  lock: "M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  pen: "M3 13l1-3.5L11 2.5 13.5 5l-7 7z",
  cross: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.5l3.5 3.5L13 5",
  share: "M8 10V2.5M5 5l3-3 3 3M3.5 8v5.5h9V8",
  stop: "M4 4h8v8H4z",
  find: "M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M10.5 10.5L14 14",
  fold: "M4 6l4-3.5L12 6M4 10l4 3.5L12 10",
  tidy: "M2.5 4h4M2.5 8h4M2.5 12h4M9.500 4h4M9.500 8h4M9.500 12h4M6.500 4C8 4 8 8 9.500 8M6.500 8C8 8 8 12 9.500 12",
  screen: "M2 3h12v8H2zM8 11v3M5.500 14h5",
  fit: "M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  return drawn(name, PATHS[name], name === "stop");
}
