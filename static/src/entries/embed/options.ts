/** The settings of an embed, as the server has read and cleaned them. */
import type { Theme } from "../../page/state";
import { readShow, type Show } from "../../trace/show";

export interface EmbedOptions {
  readonly id: string | null;
  /** Where the stored run is; null when there is none. */
  readonly film: string | null;
  readonly view: "graph" | "code" | "both";
  readonly theme: Theme | null;
  readonly position: number | null;
  readonly show: Show;
  readonly about: string | null;
  /** The number of the cell to open at. */
  readonly cell: number | null;
  readonly autoplay: boolean;
  readonly controls: boolean;
  /** Stops before steps and asks what happens next. */
  readonly predict: boolean;
  /** The author's notes as JSON, as the server has put them into the page. */
  readonly notes: string | null;
  /** In a frame of an article, whose scrolling comes first and which may be told the height. */
  readonly framed: boolean;
}

export function readOptions({ dataset }: HTMLElement): EmbedOptions {
  const { id, film, view, theme, step, show, about, cell, autoplay, controls, predict, notes } = dataset;
  return {
    id: id ?? null,
    film: film ?? null,
    view: view === "code" || view === "both" ? view : "graph",
    theme: theme === "light" || theme === "dark" ? theme : null,
    position: step ? Number(step) - 1 : null,
    show: readShow(show) ?? "story",
    about: about || null,
    cell: cell ? Number(cell) : null,
    autoplay: autoplay === "1",
    controls: controls !== "0",
    predict: predict === "1",
    notes: notes ?? null,
    framed: true,
  };
}
