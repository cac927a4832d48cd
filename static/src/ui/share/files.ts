/** Files to keep: a still as SVG or PNG, the film as one HTML file or as a folder for a website, the trace as JSON, cells as a notebook. */

import { el, replace } from "../../dom/dom";
import type { Words } from "../../narration/locale";
import { getFilmFile } from "../../page/api";
import { shownCell } from "../../page/cells";
import { shownTheme } from "../../page/preferences";
import type { Page, PageStore } from "../../page/state";
import { tools } from "../../stage/all-tools";
import { codeCells } from "../../trace/cells";
import type { Film } from "../../trace/film";
import { type CellTick, createCellTick } from "./cell-tick";
import { problemText } from "./problem";
import { save } from "./save";
import { queryOf, storedLink } from "./stored";

const PIXELS = 2;
const MAX_PIXELS = 8192;

type Make = (film: Film, page: Page, cell: number | null) => Promise<Blob>;

const MAKERS: readonly { readonly suffix: string; readonly make: Make }[] = [
  { suffix: "svg", make: async (film, page) => new Blob([await stillOf(film, page)], { type: "image/svg+xml" }) },
  { suffix: "png", make: async (film, page) => rasterise(await stillOf(film, page)) },
  { suffix: "html", make: filmFile },
  { suffix: "json", make: async film => new Blob([JSON.stringify(film.run)], { type: "application/json" }) },
];

export function createFiles(store: PageStore): HTMLElement {
  const heading = el("h3", {});
  const note = el("p", { class: "quiet" });
  const status = el("p", { role: "status" });
  const cell = createCellTick(store);
  const buttons = MAKERS.map(({ suffix, make }) => {
    const button = el("button", { type: "button", class: "button", "data-file": suffix }, suffix.toUpperCase());
    button.addEventListener("click", () => {
      const page = store.get();
      if (!page.film) return;
      replace(status, "");
      make(page.film, page, cell.cell()).then(
        blob => save(blob, `gradreel-${page.film?.run.id}.${suffix}`),
        error => replace(status, problemText(store.get().words, error)),
      );
    });
    return button;
  });
  const folder = createFolderLink(store, cell);
  const notebook = createNotebookLink(store);
  store.watch(
    page => [page.words, page.film] as const,
    ([words, film]) => {
      replace(heading, words.word("share-files"));
      replace(note, words.word(film ? "share-files-note" : "share-files-none"), moreOf(film, words));
      for (const button of buttons) button.disabled = film === null;
    },
  );
  return el("section", {}, heading, note, el("div", { class: "row" }, ...buttons, folder, notebook, cell.element), status);
}

/** The server packs it. */
function createFolderLink(store: PageStore, cell: CellTick): HTMLElement {
  const link = el("a", { class: "button", "data-file": "zip", download: "" }, "ZIP");
  const show = () => {
    const stored = storedLink(store.get());
    link.hidden = stored === null;
    if (stored) link.href = `/s/${stored.id}.zip${queryOf(store.get(), cell.cell())}`;
  };
  cell.onChange(show);
  store.watch(
    page => [page.link, page.code, page.film, page.show, page.about, page.theme, page.words, page.notes, shownCell(page)] as const,
    show,
  );
  return link;
}

/** The server writes it, of a program with cells. */
function createNotebookLink(store: PageStore): HTMLElement {
  const link = el("a", { class: "button", "data-file": "ipynb", download: "" }, "IPYNB");
  store.watch(
    page => [page.link, page.code, page.film] as const,
    ([, , film], page) => {
      const stored = storedLink(page);
      link.hidden = stored === null || film === null || !hasCells(film);
      if (stored) link.href = `/s/${stored.id}.ipynb`;
    },
  );
  return link;
}

/** What there is besides of a program with cells. */
function moreOf(film: Film | null, words: Words): string | null {
  if (film === null || !hasCells(film)) return null;
  return `${words.lang === "zh" ? "" : " "}${words.word("share-files-notebook")}`;
}

function hasCells({ run }: Film): boolean {
  return codeCells(run).length > 0;
}

/** The drawing code for stills is loaded on first use. */
async function stillOf(film: Film, { position, theme, words, story, show }: Page): Promise<string> {
  const [{ drawStill }, { serialize }] = await Promise.all([import("../../still/draw"), import("../../still/serialize")]);
  const { svg } = drawStill(document, film, { position, theme: shownTheme(theme), words, view: { story, show, tools } });
  return serialize(svg);
}

async function rasterise(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(PIXELS, MAX_PIXELS / Math.max(image.width, image.height));
  const canvas = el("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
}

function filmFile({ run }: Film, { position, theme, words, show, about, predict, notes, told }: Page, cell: number | null): Promise<Blob> {
  const step = predict || cell !== null ? null : position + 1;
  return getFilmFile({
    code: run.code,
    step,
    predict,
    theme: theme ?? "auto",
    lang: words.lang,
    show,
    about,
    cell,
    notes: told === null ? null : (notes?.written ?? null),
  });
}
