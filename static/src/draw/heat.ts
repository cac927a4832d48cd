/** Draws values as a strip of cells: the stronger the larger; negative ones fill the lower half only, what is not finite is crossed out. */
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
      // Only what is not finite is crossed out.
      select(this)
        .selectChildren("path")
        .data(value === "x" ? [value] : [])
        .join("path")
        .attr("d", crossAt(position * (size + 1)));
      const number = Number(value);
      const fill = this.querySelector(".fill");
      fill?.setAttribute("y", number < 0 ? String(size / 2) : "0");
      fill?.setAttribute("height", String(number < 0 ? size / 2 : size));
      fill?.setAttribute("opacity", value === "x" ? "0" : String(number === 0 ? 0 : 0.2 + 0.8 * Math.abs(number)));
    });
}

function crossAt(x: number): string {
  return `M${x + 1} 1L${x + size - 1} ${size - 1}M${x + size - 1} 1L${x + 1} ${size - 1}`;
}
