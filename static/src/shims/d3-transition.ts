/**
 * Stands in for d3-transition, of which d3-zoom uses nothing but `interrupt`: camera and gradients are moved by ui/stage/animate.ts.
 *
 * An embed is 5 KB lighter for it.
 */
import { selection } from "d3-selection";

export function interrupt(): void {}

Object.assign(selection.prototype, {
  interrupt(this: unknown): unknown {
    return this;
  },
});
