/** Finds tensors and backward nodes of a film by name, shape or line. */
import type { Film } from "./film";
import type { Target } from "./target";
import { formatShape } from "./values";

export interface SearchResult {
  readonly target: Target;
  readonly name: string;
  readonly detail: string;
  readonly line: number | null;
  readonly file: number;
  /** The event that made it. */
  readonly event: number;
}

const MAX_RESULTS = 60;

/** A node that raised comes first, then names that begin with the query, those that contain it, and matches of shape, kind or line. */
export function search(film: Film, query: string): readonly SearchResult[] {
  const wanted = query.trim().toLowerCase();
  const raised = ({ target }: SearchResult) => film.index.failing.has(target.id);
  const ranked = things(film)
    .map(found => ({ found, rank: rankOf(found, wanted) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => Number(raised(b.found)) - Number(raised(a.found)) || a.rank - b.rank || a.found.event - b.found.event);
  return ranked.slice(0, MAX_RESULTS).map(({ found }) => found);
}

function things({ run }: Film): readonly SearchResult[] {
  const tensors = run.tensors
    .filter(tensor => tensor.names.length > 0)
    .map(({ id, names, shape, dtype, line, file, event }): SearchResult => {
      return { target: { kind: "tensor", id }, name: names.join(", "), detail: `${formatShape(shape)} ${dtype}`, line, file, event };
    });
  const nodes = run.nodes.map(
    ({ id, name, module, line, file, event }): SearchResult => ({
      target: { kind: "node", id },
      name,
      detail: module ?? "",
      line,
      file,
      event,
    }),
  );
  return [...tensors, ...nodes];
}

function rankOf({ name, detail, line }: SearchResult, wanted: string): number {
  const lower = name.toLowerCase();
  if (lower.startsWith(wanted)) return 0;
  if (lower.includes(wanted)) return 1;
  return detail.toLowerCase().includes(wanted) || `${line}` === wanted ? 2 : 3;
}
