/** What every part of the picture is made from. */

import type { Wording } from "../graph/sizes";
import type { Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";
import type { FilmState } from "../trace/state";
import type { Target } from "../trace/target";
import type { Keys } from "./keys";

export interface PictureContext {
  readonly index: TraceIndex;
  readonly scene: Scene;
  readonly state: FilmState;
  readonly keys: Keys;
  readonly selection: Target | null;
  readonly word: Wording;
}

/** Join the parts that are not empty. */
export function listed(parts: readonly (string | null | false)[]): string {
  return parts.filter(part => part !== null && part !== false && part !== "").join(", ");
}
