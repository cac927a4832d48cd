/**
 * What only large films need, loaded when one is shown: drawing up only what changes, cutting out what is in view, the view from far away
 * and what can be reached in it, the small picture of all.
 */
export { culler } from "../layout/cull";
export { reachOf } from "../layout/reach";
export { createReel } from "../select/reel";
export { createFar } from "./far";
export { createMinimap } from "./minimap";
