/** Gestures of an embed, loaded when a pointer reaches its stage: most readers only read. */
import type { ListenToGestures } from "../../ui/stage/gestures";

const STARTS = "pointerenter.load pointerdown.load wheel.load";

export const listenToGesturesLater: ListenToGestures = (svg, framed, moved) => {
  svg.on(STARTS, async () => {
    svg.on(STARTS, null);
    (await import("../../ui/stage/gestures")).listenToGestures(svg, framed, moved);
  });
};
