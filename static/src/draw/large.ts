/**
 * What only large films need, loaded when one is shown: drawing up only what changes, cutting out what is in view, the view from far away,
 * the small picture of all.
 */
export { culler } from "../layout/cull";
export { createReel } from "../select/reel";
export { createFar } from "./far";
export { createMinimap } from "./minimap";
