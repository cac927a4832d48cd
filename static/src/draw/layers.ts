/** Draws a whole picture: the layers from back to front, and what goes into each. */
import type { Picture } from "../picture/picture";
import { edgeDrawing, linkDrawing, storageDrawing } from "./lines";
import { nameDrawing } from "./name";
import { type Layer, reconcile } from "./reconcile";
import { drawThings } from "./things";

export interface Layers {
  readonly lanes: Layer;
  readonly storages: Layer;
  readonly edges: Layer;
  readonly links: Layer;
  readonly names: Layer;
  readonly drops: Layer;
  readonly things: Layer;
}

export function layersOf(world: Layer): Layers {
  const layer = (name: string): Layer => world.append("g").attr("class", `layer ${name}`);
  const [lanes, storages, edges] = [layer("lanes"), layer("storages"), layer("edges")];
  const [links, names] = [layer("links"), layer("names")];
  for (const background of [lanes, storages, edges, links, names]) background.attr("aria-hidden", "true");
  const things = layer("things");
  const drops = layer("drops").attr("aria-hidden", "true");
  return { lanes, storages, edges, links, names, drops, things };
}

export function drawPicture(layers: Layers, picture: Picture, moving = false): void {
  reconcile(layers.storages, picture.storages, () => storageDrawing, moving);
  reconcile(layers.edges, picture.edges, () => edgeDrawing, moving);
  reconcile(layers.links, picture.links, () => linkDrawing, moving);
  reconcile(layers.names, picture.names, () => nameDrawing, moving);
  drawThings(layers.things, picture.things, moving);
}
