/** The share dialog: a short link, a link that stores nothing, the embed code with its preview, files to keep. */

import { el } from "../../dom/dom";
import type { PageStore } from "../../page/state";
import { createDialog } from "../dialog";
import { createEmbedCode } from "./embed";
import { createFiles } from "./files";
import { createLinks } from "./links";

export function createShare(host: HTMLDialogElement, store: PageStore): { readonly open: () => void } {
  const body = el("div", { class: "dialog-body share-body" });
  const dialog = createDialog(host, store, "share-title", body);
  const links = createLinks(store);
  const embed = createEmbedCode(store);
  body.append(links.element, embed.element, createFiles(store));
  // A preview that nobody sees is not loaded.
  host.addEventListener("close", () => embed.preview(false));
  return {
    open: () => {
      dialog.open();
      void links.refresh();
      embed.preview(true);
    },
  };
}
