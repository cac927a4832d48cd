/** Draws a version counter as a dial with six ticks: every bump turns it by one tick. */
import type { CardView } from "../picture";
import { classNames, type Mark, px } from "./reconcile";

const ticks = 6;
const radius = 13.5;

export function createDial(mark: Mark, x: number, y: number): void {
  const dial = mark.append("g").attr("class", "dial").attr("transform", `translate(${x} ${y})`);
  dial.append("circle").attr("r", radius);
  const wheel = dial.append("g").attr("class", "wheel");
  for (let tick = 0; tick < ticks; tick++) {
    const angle = ((tick * 360) / ticks - 90) * (Math.PI / 180);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    wheel
      .append("line")
      .attr("class", tick === 0 ? "hand" : "tick")
      .attr("x1", px(cos * (tick === 0 ? 9 : 10.5)))
      .attr("y1", px(sin * (tick === 0 ? 9 : 10.5)))
      .attr("x2", px(cos * radius))
      .attr("y2", px(sin * radius));
  }
  dial.append("text").attr("class", "mono").attr("y", 4);
}

export function updateDial(mark: Mark, view: CardView, before: CardView | null): void {
  const dial = mark.select<SVGGElement>("g.dial");
  dial.attr("class", classNames("dial", { "is-absent": view.version === null, "is-ticking": view.ticking }));
  dial.select("text").text(view.version === null ? "" : `v${view.version}`);
  if (before !== null && before.version === view.version) return;
  dial.select<SVGGElement>("g.wheel").style("transform", `rotate(${((view.version ?? 0) * 360) / ticks}deg)`);
}
