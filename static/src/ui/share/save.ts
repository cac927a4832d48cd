/** Hands a file to the reader, as a download. */
import { el } from "../../dom/dom";

export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = el("a", { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
