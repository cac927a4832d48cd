/** Turns saved tensors into the tags on their links: `saved self v0`, and once the counter has moved `v0 ≠ v1`. */

import type { GraphLink } from "../graph/graph";
import type { Saved } from "../trace/contract";
import { isCopied } from "../trace/history";
import type { TraceIndex } from "../trace/index";
import type { FilmState } from "../trace/state";
import { sameTarget } from "../trace/target";
import { listed, type PictureContext } from "./context";
import type { TagView } from "./picture";

export function tagViews({ scene, index, state, keys, selection, word }: PictureContext): TagView[] {
  return scene.links.flatMap(({ link, tag }) => {
    const saved = index.saved.get(keySave(link, state, index));
    if (saved === undefined || tag === null) return [];
    const phase = state.saved(saved.id);
    const version = `v${saved.saved_version}`;
    const current = `v${state.version(saved.tensor) ?? saved.saved_version}`;
    const name = word("stage-saved", { attribute: saved.attribute });
    const copied = phase === "fresh" && isCopied(index, saved, state.now);
    const split = phase === "stale" || phase === "failed" || phase === "silent";
    const target = { kind: "saved", id: saved.id } as const;
    const holder = index.nodes.get(saved.node ?? "")?.name ?? "";
    const first = split ? (phase === "silent" ? `${name} ${version} = ${version}` : name) : `${name} ${version}`;
    const second =
      phase === "silent" ? word("stage-same-version") : copied ? word("stage-copy-kept") : split ? `${version} ≠ ${current}` : "";
    return [
      {
        kind: "tag" as const,
        id: link.id,
        order: saved.event + 0.4,
        ...smaller(tag, split || copied),
        hidden: phase === "hidden",
        now:
          state.isNow(saved.event) ||
          state.isNow(index.staleEvent(saved.id) ?? index.timelines.copiedAt.get(saved.id) ?? -1) ||
          phase === "failed",
        key: link.saves.some(keys.has),
        selected: sameTarget(selection, target),
        label: listed([
          word("stage-label-saved", { node: holder, text: first }),
          second,
          ...whyOf(saved),
          phase !== "hidden" && phase !== "fresh" && word(`stage-label-${phase}`),
        ]),
        target,
        phase,
        first,
        second,
      },
    ];
  });
}

/** The formulas that read it: `w2: dᵀ·g`. */
function whyOf({ needed_for }: Saved): readonly string[] {
  return (needed_for ?? []).flatMap(({ goal, text }) => (text === null ? [] : [`${goal}: ${text}`]));
}

/** Of the saved tensors that a link stands for, the one in the worst state; of several the one that the card tells the versions of. */
export function keySave(link: GraphLink, state: FilmState, { run }: Pick<TraceIndex, "run">): string {
  const [only] = link.saves;
  if (only !== undefined && link.saves.length === 1) return only;
  const told = [state.failure?.saved, ...run.diagnoses.map(({ saved }) => saved)];
  for (const phase of ["failed", "stale", "silent", "fresh"] as const) {
    const found = link.saves.filter(id => state.saved(id) === phase);
    const first = found.find(id => told.includes(id)) ?? found[0];
    if (first) return first;
  }
  return link.saves[0] ?? link.id;
}

/** A tag that will be larger later is drawn small in the middle of its place until then. */
function smaller(
  tag: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  split: boolean,
): { x: number; y: number; width: number; height: number } {
  if (split || tag.height <= 20) return { ...tag };
  return { x: tag.x, y: tag.y + (tag.height - 20) / 2, width: tag.width, height: 20 };
}
