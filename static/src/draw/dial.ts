/** Draws a version counter as a dial with six ticks: every increment turns it by one tick. */
import type { CardView } from "../picture/picture";
import { classNames, type Mark, put, px, say } from "./reconcile";

const ticks = 6;
const radius = 13.5;

export function createDial(mark: Mark, x: number, y: number): void {
  const dial = mark.append("g").attr("class", "dial").attr("transform", `translate(${x} ${y})`);
  dial.append("circle").attr("r", radius);
  const wheel = dial.append("g").attr("class", "wheel");
  const others = Array.from({ length: ticks - 1 }, (_, tick) => spoke(tick + 1, 10.5));
  wheel.append("path").attr("class", "hand").attr("d", spoke(0, 9));
  wheel.append("path").attr("class", "tick").attr("d", others.join(""));
  dial.append("text").attr("class", "mono").attr("y", 4);
}

export function updateDial(mark: Mark, view: CardView, before: CardView | null): void {
  const dial = mark.select<SVGGElement>("g.dial");
  put(dial, { class: classNames("dial", { "is-ticking": view.ticking }) });
  dial.select("text").call(say, view.version === null ? "" : `v${view.version}`);
  const version = view.version ?? 0;
  if ((before?.version ?? 0) === version) return;
  const wheel = dial.select<SVGGElement>("g.wheel").style("transform", version === 0 ? "" : `rotate(${(version * 360) / ticks}deg)`);
  // A dial at zero has no transform: a thousand of them are painted faster.
  if (version === 0) wheel.attr("style", null);
}

function spoke(tick: number, from: number): string {
  const angle = ((tick * 360) / ticks - 90) * (Math.PI / 180);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return `M${px(cos * from)} ${px(sin * from)}L${px(cos * radius)} ${px(sin * radius)}`;
}
