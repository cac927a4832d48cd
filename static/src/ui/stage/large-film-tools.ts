/**
 * What only large films need, loaded when one is shown: drawing up only what changes, cutting out what is in view, the view from far away
 * and what can be reached in it, the small picture of all.
 */

export { createReel } from "../../picture/incremental";
export { culler } from "./cull";
export { createFar } from "./far-view";
export { createMinimap } from "./minimap";
export { reachOf } from "./reach";
