/** What the server makes of a stored film: animations, and a folder. There is none of code that has no link. */

import { writeView } from "../../page/address";
import { writeNotes } from "../../page/notes";
import { shownTheme } from "../../page/preferences";
import type { Page, StoredLink } from "../../page/state";

export function storedLink({ link, code, film }: Page): StoredLink | null {
  return film !== null && link?.code === code ? link : null;
}

/** As the film is shown here, or one cell of it. */
export function queryOf(page: Page, cell: number | null): string {
  const { words, theme, show, about } = page;
  const query = new URLSearchParams();
  writeView(query, { show, about, cell });
  if (shownTheme(theme) === "dark") query.set("theme", "dark");
  if (words.lang !== "en") query.set("lang", words.lang);
  writeNotes(query, page);
  return query.size > 0 ? `?${query}` : "";
}
