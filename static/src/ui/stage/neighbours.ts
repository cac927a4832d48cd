/** Lights up what the thing under the pointer is joined with, and the lines between them: its inputs, its readers, what saved it. */
import { select } from "d3-selection";
import styles from "../../../styles/stage/neighbours.css?inline";
import type { Scene } from "../../layout/scene";
import { vertexOf } from "../../picture/chosen";
import type { StagedFilm } from "../../stage/staged-film";
import type { TraceIndex } from "../../trace/index";
import type { CodeLine } from "../../trace/sources";
import type { Target } from "../../trace/target";
import type { StageSvg } from "./stage-elements";
import { thingOf } from "./stage-events";

/** The attribute of what is lit, and of a stage on which something is. */
export const LIT = "data-lit";

export interface Lit {
  readonly things: ReadonlySet<string>;
  readonly lines: ReadonlySet<string>;
}

/** Ids of things and lines around a vertex, or around a tag: its link with both ends. */
export function neighboursIn({ edges, links, vertices }: Scene, id: string): Lit {
  const things = new Set(vertices.has(id) ? [id] : []);
  const lines = new Set<string>();
  for (const { edge } of edges) if (edge.from === id || edge.to === id) join(edge);
  for (const { link } of links) {
    if (link.from !== id && link.to !== id && !link.saves.includes(id)) continue;
    join(link);
    for (const saved of link.saves) things.add(saved);
  }
  return { things, lines };

  function join(line: { readonly id: string; readonly from: string; readonly to: string }): void {
    lines.add(line.id);
    things.add(line.from).add(line.to);
  }
}

/** The lines of code of the things that are lit. */
export function linesOf({ run, tensors, nodes, visible }: TraceIndex, { things }: Lit): readonly Required<CodeLine>[] {
  return [...things].flatMap(id => {
    const event = id.startsWith("e")
      ? Number(id.slice(1))
      : (visible.makers.get(id)?.index ?? tensors.get(id)?.event ?? nodes.get(id)?.event);
    const { line = null, file = 0 }: Partial<CodeLine> = (event === undefined ? undefined : run.events[event]) ?? {};
    return line === null ? [] : [{ line, file }];
  });
}

let sheet: CSSStyleSheet | null = null;

/** Once for the document, or the shadow root, that the stage is in. */
function adoptStyles(root: Node): void {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  const { adoptedStyleSheets } = root as Document | ShadowRoot;
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}

const NOTHING: Lit = { things: new Set(), lines: new Set() };

/**
 * A finger has no way to point without pressing. `onLit` is given what is lit now; the pointer is on `first` already. Gives the function that
 * ends the light until the pointer moves: another film has things of the same ids.
 */
export function lightNeighbours(
  svg: StageSvg,
  current: () => StagedFilm | null,
  onLit: (lines: ReturnType<typeof linesOf>) => void,
  first: Element | null,
): () => void {
  adoptStyles((svg.node() as SVGSVGElement).getRootNode());
  let shown: string | null = null;
  const light = (id: string | null) => {
    if (id === shown) return;
    shown = id;
    const film = current();
    const lit = id === null || film === null ? NOTHING : neighboursIn(film.scene, id);
    const { things, lines } = lit;
    svg.attr(LIT, lines.size > 0 ? "" : null);
    svg.selectAll<SVGGElement, unknown>("g.thing, g.edge, g.link").attr(LIT, function () {
      const ids = this.classList.contains("thing") ? things : lines;
      return lines.size > 0 && ids.has(this.getAttribute("data-id") ?? "") ? "" : null;
    });
    onLit(film === null ? [] : linesOf(film.index, lit));
  };
  svg.on("pointerover.neighbours", (event: PointerEvent) => light(event.pointerType === "touch" ? null : idOf(thingOf(event), current())));
  svg.on("pointerleave.neighbours", () => light(null));
  if (first?.matches(":hover")) light(idOf(first, current()));
  return () => light(null);
}

/** What is docked on a thing, such as an edit, stands for it. */
function idOf(thing: Element | null, film: StagedFilm | null): string | null {
  const id = thing?.getAttribute("data-id") ?? null;
  if (thing === null || id === null || film === null) return null;
  const { vertices, links, standsFor } = film.scene;
  if (vertices.has(id) || links.some(({ link }) => link.saves.includes(id))) return id;
  const { target } = select(thing).datum() as { readonly target: Target | null };
  const host = target === null ? null : vertexOf(film.index, target);
  return host === null ? null : standsFor(host);
}
