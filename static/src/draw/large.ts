/** What only large films need, loaded when one is shown: cutting out what is in view, the view from far away, the small picture of all. */
export { culler } from "../layout/cull";
export { createFar } from "./far";
export { createMinimap } from "./minimap";
