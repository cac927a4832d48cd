/** Opens a program, a notebook or a page from a file: by a button, or dropped anywhere on the page. */
import { el, replace } from "../dom/dom";
import { openFile } from "../page/prepare";
import type { PageStore } from "../page/state";

const TYPES = ".ipynb,.py,.md,.txt,text/plain,text/x-python,application/x-ipynb+json";

/** The button and what it opens; files dropped on `area` are opened too. */
export function createOpenFile(area: HTMLElement, store: PageStore, onOpened: () => void): HTMLElement {
  const input = el("input", { type: "file", accept: TYPES, hidden: true });
  const button = el("button", { type: "button", class: "button small open-file", on: { click: () => input.click() } });
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    await openFile(store, file);
    onOpened();
  };
  input.addEventListener("change", () => {
    void open(input.files?.[0]).finally(() => {
      input.value = "";
    });
  });
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  // Before the editor, which would put the text of the file in as it is.
  area.addEventListener("dragover", event => hasFiles(event) && event.preventDefault(), { capture: true });
  area.addEventListener(
    "drop",
    event => {
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void open(file);
    },
    { capture: true },
  );
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      replace(button, words.word("page-open-file"));
      button.title = words.word("page-open-file-long");
    },
  );
  return el("span", {}, button, input);
}
