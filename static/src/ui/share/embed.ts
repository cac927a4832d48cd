/** The embed code of a stored film, as it is pasted, with its settings and a live preview. */

import { el, replace } from "../../dom/dom";
import { writeView } from "../../page/address";
import { writeNotes } from "../../page/notes";
import type { Page, PageStore } from "../../page/state";
import { filmTitle } from "../../page/title";
import { createCellTick } from "./cell-tick";
import { createField, type Field } from "./field";

const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
const THEMES = ["auto", "light", "dark"] as const;
/** Of a frame that does not say how high it would like to be. */
const FIRST_HEIGHT_PX = 480;
/** A preview that could not be loaded says nothing: it is waited for no longer after it had its time. */
const MEASURE_MS = 8_000;
const [MIN_HEIGHT_PX, MAX_HEIGHT_PX] = [100, 2000];
const VIEWS = ["graph", "both", "code"] as const;

export interface EmbedCode {
  readonly element: HTMLElement;
  readonly preview: (shown: boolean) => void;
}

export function createEmbedCode(store: PageStore): EmbedCode {
  const html = createField(store, "share-html", 4);
  const markdown = createField(store, "share-markdown", 2);
  const waiting = createWait(store, html);
  const heading = el("h3", {});
  const note = el("p", { class: "quiet" });
  const settings = createSettings(store);
  const frame = el("div", { class: "share-preview" });
  const parts = [settings.element, html.element, markdown.element, frame];
  let shown = false;
  let loaded = "";
  let height = FIRST_HEIGHT_PX;
  const unload = (): void => {
    frame.replaceChildren();
    loaded = "";
  };
  const show = (): void => {
    const { words, link, code } = store.get();
    const stored = link?.code === code ? link : null;
    replace(heading, words.word("share-embed"));
    const guide = el("a", { href: "/docs/embedding", target: "_blank", rel: "noopener" }, words.word("share-embed-guide"));
    replace(note, words.word(stored ? "share-embed-note" : "share-embed-first"), " ", guide);
    for (const part of parts) part.hidden = stored === null;
    if (!stored) {
      unload();
      return;
    }
    const query = queryOf(store.get(), settings.chosen());
    const asked = query.size > 0 ? `?${query}` : "";
    const { id, origin } = stored;
    const page = store.get();
    const title = filmTitle(page, stored.code, stored, page.film?.index.run.code === stored.code ? page.film.index.run : null);
    html.set(codeOf(frameOf(`${origin}/embed/${id}${asked}`, title, height)));
    markdown.set(`[![${escaped(title)}](${origin}/s/${id}.svg${asked})](${origin}/s/${id}${asked})`);
    if (shown && loaded !== asked + id) {
      loaded = asked + id;
      waiting.begin();
      // Where it is not in view it is measured all the same.
      frame.replaceChildren(frameOf(`/embed/${id}${asked}`, title, height, "eager"));
    }
  };

  onHeight(frame, asked => {
    height = asked;
    waiting.end();
    show();
  });
  settings.onChange(show);
  const position = (page: Page) => (note.closest("dialog")?.open ? page.position : null);
  store.watch(page => [page.words, page.link, page.code, page.film, position(page), page.show, page.about, page.notes], show);
  return {
    element: el("section", {}, heading, note, ...parts),
    preview: next => {
      shown = next;
      if (next) show();
      else unload();
    },
  };
}

/** What is copied has the height that the preview asks for: before that it cannot be copied. */
function createWait(store: PageStore, field: Field) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
    field.hold(null);
  };
  return {
    begin: (): void => {
      clearTimeout(timer);
      field.hold(store.get().words.word("share-measuring"));
      timer = setTimeout(end, MEASURE_MS);
    },
    end,
  };
}

function createSettings(store: PageStore) {
  const theme = choice(store, "share-theme", THEMES);
  const view = choice(store, "share-view", VIEWS);
  const autoplay = tick(store, "share-autoplay", false);
  const controls = tick(store, "share-controls", true);
  const predict = tick(store, "share-predict", false);
  const cell = createCellTick(store);
  const all = [theme, view, autoplay, controls, predict, cell];
  return {
    element: el("div", { class: "row" }, ...all.map(({ element }) => element)),
    chosen: (): Chosen => ({
      theme: theme.value(),
      view: view.value(),
      autoplay: autoplay.value(),
      controls: controls.value(),
      predict: predict.value(),
      cell: cell.cell(),
    }),
    onChange: (act: () => void) => {
      for (const setting of all) setting.onChange(act);
    },
  };
}

interface Chosen {
  readonly theme: string;
  readonly view: string;
  readonly autoplay: boolean;
  readonly controls: boolean;
  readonly predict: boolean;
  readonly cell: number | null;
}

/** What differs from the defaults, and the step or the cell. */
function queryOf(page: Page, { theme, view, autoplay, controls, predict, cell }: Chosen): URLSearchParams {
  const { film, position, words, show, about } = page;
  const query = new URLSearchParams();
  // A film that asks questions begins at its beginning.
  if (film && !predict && cell === null) query.set("step", `${position + 1}`);
  if (film) writeView(query, { show, about, cell });
  writeNotes(query, page);
  if (theme !== "auto") query.set("theme", theme);
  if (view !== "graph") query.set("view", view);
  if (words.lang !== "en") query.set("lang", words.lang);
  if (autoplay) query.set("autoplay", "1");
  if (!controls) query.set("controls", "0");
  if (predict) query.set("predict", "1");
  return query;
}

/** The preview knows the height at which its film is whole: that is the height to paste. */
function onHeight(frame: HTMLElement, act: (height: number) => void): void {
  addEventListener("message", ({ source, data }) => {
    const preview = frame.querySelector("iframe");
    if (!preview || source !== preview.contentWindow || data?.type !== "gradreel:resize" || data.v !== 1) return;
    const height = Math.max(MIN_HEIGHT_PX, Math.min(MAX_HEIGHT_PX, Number(data.height) || FIRST_HEIGHT_PX));
    preview.height = `${height}`;
    act(height);
  });
}

/** Markdown ends the text of a picture at a bracket, unless a backslash precedes it. */
function escaped(title: string): string {
  return title.replace(/[\\[\]]/g, "\\$&");
}

/** The same attributes, in the same order, as the server writes them. */
function frameOf(src: string, title: string, height: number, loading = "lazy"): HTMLIFrameElement {
  return el("iframe", {
    src,
    title,
    width: "100%",
    height: `${height}`,
    loading,
    sandbox: SANDBOX,
    referrerpolicy: "strict-origin-when-cross-origin",
  });
}

/** Our own page may not set a style attribute, so the pasted code gets it as text. */
function codeOf(frame: HTMLIFrameElement): string {
  return frame.outerHTML.replace(" sandbox=", ' style="border:0" sandbox=');
}

interface Choice<Value> {
  readonly element: HTMLElement;
  readonly value: () => Value;
  readonly onChange: (act: () => void) => void;
}

function tick(store: PageStore, key: string, checked: boolean): Choice<boolean> {
  const box = el("input", { type: "checkbox", checked });
  const label = el("span", {});
  store.watch(
    ({ words }) => [words],
    ([words]) => replace(label, words.word(key)),
  );
  return {
    element: el("label", { class: "check" }, box, label),
    value: () => box.checked,
    onChange: act => box.addEventListener("change", act),
  };
}

function choice<Value extends string>(store: PageStore, key: string, values: readonly Value[]): Choice<Value> {
  const label = el("span", {});
  const options = values.map(value => el("option", { value }));
  const select = el("select", { class: "select" }, ...options);
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      replace(label, words.word(key));
      for (const option of options) replace(option, words.word(`${key}-${option.value}`));
    },
  );
  return {
    element: el("label", { class: "check" }, label, select),
    value: () => select.value as Value,
    onChange: act => select.addEventListener("change", act),
  };
}
