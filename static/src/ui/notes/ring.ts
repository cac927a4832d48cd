/** Keeps rings around what a note points at, for as long as it is drawn. */
import { drawRings } from "../../draw/rings";
import type { Pointed } from "../../notes/pointers";
import { verticesOf } from "../../picture/chosen";
import type { TraceIndex } from "../../trace/index";

export type Ring = (index: TraceIndex, things: readonly Pointed[]) => void;

export function createRing(stage: HTMLElement): Ring {
  let ids: ReadonlySet<string> = new Set();
  const put = (): void => drawRings(document, stage, ids);
  // A drawing that is laid out in the background, or moved to where nothing was drawn, comes later than the step.
  const drawn = new MutationObserver(put);
  return (index, things) => {
    drawn.disconnect();
    ids = verticesOf(index, things);
    put();
    if (ids.size > 0) drawn.observe(stage, { childList: true, subtree: true });
  };
}
