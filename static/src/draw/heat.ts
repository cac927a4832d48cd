/**
 * Draws values as a strip of cells: the stronger the larger; negative ones fill the lower half only, complex ones have
 * a hand at their angle, one beyond the scale lacks a corner, what is not finite is crossed out.
 */
import { type Selection, select } from "d3-selection";

const size = 8;

export function drawHeat(strip: Selection<SVGGElement, unknown, null, undefined>, cells: string): void {
  const host = strip.node();
  if (host === null || (host.getAttribute("data-cells") ?? "") === cells) return;
  const values = cells === "" ? [] : cells.split(",");
  strip.attr("data-cells", cells === "" ? null : cells);
  strip
    .selectChildren<SVGGElement, string>("g")
    .data(values)
    .join(enter => {
      const cell = enter.append("g");
      const x = (_: string, position: number) => position * (size + 1);
      cell.append("rect").attr("class", "frame").attr("x", x).attr("width", size).attr("height", size);
      cell.append("rect").attr("class", "fill").attr("x", x).attr("width", size);
      return cell;
    })
    .each(function (value, position) {
      const [number = Number.NaN, angle] = value === "x" ? [] : value.split("@").map(Number.parseFloat);
      select(this)
        .selectChildren("path")
        .data(linesOf(value, angle, position))
        .join("path")
        .attr("class", line => line.kind)
        .attr("d", line => line.d);
      const fill = this.querySelector(".fill");
      fill?.setAttribute("y", number < 0 ? String(size / 2) : "0");
      fill?.setAttribute("height", String(number < 0 ? size / 2 : size));
      // Under a hand the fill stays pale enough for it to be seen.
      const depth = angle === undefined ? 0.2 + 0.8 * Math.abs(number) : 0.15 + 0.45 * number;
      fill?.setAttribute("opacity", value === "x" || number === 0 ? "0" : String(depth));
    });
}

interface Line {
  readonly kind: "cross" | "hand" | "notch";
  readonly d: string;
}

/** Only what is not finite is crossed out, only complex numbers have a hand, only what is beyond the scale lacks a corner. */
function linesOf(value: string, angle: number | undefined, position: number): readonly Line[] {
  const x = position * (size + 1);
  if (value === "x") return [{ kind: "cross", d: crossAt(x) }];
  const lines: Line[] = angle === undefined ? [] : [{ kind: "hand", d: handAt(angle, x + size / 2, size / 2, size / 2 - 0.5) }];
  if (value.endsWith("!")) lines.push({ kind: "notch", d: notchAt(x, 0, size) });
  return lines;
}

/** From the middle of a cell, counter-clockwise from the right. */
export function handAt(angle: number, x: number, y: number, length: number): string {
  const [across, up] = [Math.cos(angle) * length, Math.sin(angle) * length];
  return `M${x} ${y}l${across.toFixed(1)} ${(-up).toFixed(1)}`;
}

/** Over the upper right corner of a cell. */
export function notchAt(x: number, y: number, side: number): string {
  return `M${x + side / 2} ${y}h${side / 2}v${side / 2}z`;
}

function crossAt(x: number): string {
  return `M${x + 1} 1L${x + size - 1} ${size - 1}M${x + size - 1} 1L${x + 1} ${size - 1}`;
}
