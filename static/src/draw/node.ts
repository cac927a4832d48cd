/** Draws a backward node: a pill that is highlighted when it runs; an AccumulateGrad with the `.grad` that it fills under it. */
import { monoWidth, proseWidth } from "../graph/measure";
import { gradBox, hookBox } from "../graph/sizes";
import type { NodeView } from "../picture/picture";
import { drawHeat } from "./heat";
import { MARK_ICONS } from "./mark-icons";
import { type Drawing, type Mark, put, px, say } from "./reconcile";

export const nodeDrawing: Drawing<NodeView> = {
  create: (mark, view) => {
    if (view.hook !== "") createHook(mark, view);
    if (view.height > 0) createPill(mark, view);
    if (view.gradName !== "") createGrad(mark);
  },
  update: (mark, view) => {
    mark.select("text.text").call(say, view.text);
    mark.select("text.caption").call(say, view.caption);
    mark.select("text.hook-text").call(say, view.hook);
    if (view.gradName !== "") updateGrad(mark, view);
  },
  flags: ({ phase, hook }) => ({ [`is-${phase}`]: phase !== "hidden", "is-hooked": hook !== "" }),
};

/** A hook is docked over its node, as an edit is over its tensor. */
function createHook(mark: Mark, { width, hookWidth }: NodeView): void {
  const { height, stem } = hookBox;
  const hook = mark.append("g").attr("class", "hook");
  hook.attr("transform", `translate(${px((width - hookWidth) / 2)} ${-height - stem})`);
  hook
    .append("path")
    .attr("class", "hook-stem")
    .attr("d", `M${px(hookWidth / 2)} ${height}v${stem}`);
  hook.append("rect").attr("class", "hook-box").attr("width", hookWidth).attr("height", height).attr("rx", 6);
  hook.append("path").attr("class", "icon").attr("d", MARK_ICONS.hook).attr("transform", "translate(8 3.500)");
  hook.append("text").attr("class", "hook-text").attr("x", 20).attr("y", 13.5);
}

function createPill(mark: Mark, view: NodeView): void {
  const { width, height } = view;
  mark
    .append("rect")
    .attr("class", "glow")
    .attr("x", -6)
    .attr("y", -6)
    .attr("width", width + 12)
    .attr("height", height + 12)
    .attr("rx", height / 2 + 6);
  mark
    .append("rect")
    .attr("class", "box")
    .attr("width", width)
    .attr("height", height)
    .attr("rx", height / 2);
  mark
    .append("text")
    .attr("class", "text mono")
    .attr("x", width / 2)
    .attr("y", height / 2 + 4);
  mark
    .append("text")
    .attr("class", "caption")
    .attr("x", width / 2)
    .attr("y", height + 14);
}

function createGrad(mark: Mark): void {
  const grad = mark.append("g").attr("class", "grad");
  grad.append("rect").attr("class", "grad-box").attr("rx", 7);
  grad.append("text").attr("class", "grad-name mono").attr("x", 11).attr("y", 16);
  grad.append("text").attr("class", "grad-value mono").attr("y", 16);
  grad.append("g").attr("class", "heat shown-heat");
  grad.append("text").attr("class", "grad-wrong").attr("y", 16).attr("text-anchor", "end");
  grad.append("text").attr("class", "grad-should").attr("x", 11).attr("y", 35);
  grad.append("text").attr("class", "grad-expected mono").attr("y", 35);
  grad.append("g").attr("class", "heat expected-heat");
}

function updateGrad(mark: Mark, view: NodeView): void {
  const grad = mark.select<SVGGElement>("g.grad");
  put(grad, {
    class: `grad grad-${view.gradPhase}`,
    transform: `translate(${px((view.width - view.gradWidth) / 2)} ${view.height + view.gradTop})`,
  });
  const labels = Math.max(monoWidth(view.gradName, gradBox.textSize), proseWidth(view.gradShouldBe, gradBox.textSize));
  const at = px(11 + labels + 9);
  grad.select("rect.grad-box").call(put, { width: view.gradWidth, height: view.gradHeight });
  grad.select("text.grad-name").call(say, view.gradName);
  grad.select("text.grad-value").call(put, { x: at }).call(say, view.gradText);
  grad
    .select("text.grad-wrong")
    .call(put, { x: view.gradWidth - 10 })
    .call(say, view.gradWrong);
  grad.select("text.grad-should").call(say, view.gradShouldBe);
  grad.select("text.grad-expected").call(put, { x: at }).call(say, view.gradExpected);
  drawHeat(grad.select<SVGGElement>("g.shown-heat").call(put, { transform: `translate(${at} 8)` }), view.gradCells);
  drawHeat(grad.select<SVGGElement>("g.expected-heat").call(put, { transform: `translate(${at} 27)` }), view.gradExpectedCells);
}
