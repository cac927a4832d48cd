/**
 * What only large films need, loaded when one is shown: incremental pictures, culling, the view from far away and its accessible parts,
 * the minimap.
 */

export { createIncrementalPictures } from "../../picture/incremental";
export { accessiblePartsOf } from "./accessible-part";
export { culler } from "./cull";
export { createFarView } from "./far-view";
export { memoized } from "./memoized";
export { createMinimap } from "./minimap";
