/**
 * What only large films need, loaded when one is shown: drawing up only what changes, cutting out what is in view, the view from far away
 * and what can be reached in it, the small picture of all.
 */

export { createIncrementalPictures } from "../../picture/incremental";
export { accessiblePartsOf } from "./accessible-part";
export { culler } from "./cull";
export { createFarView } from "./far-view";
export { createMinimap } from "./minimap";
