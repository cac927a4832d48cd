/** Names the page in the browser's tab and history: by the film that is shown, as the server names its page. */
import { isEdited, type Page } from "./state";

export function titleOf(page: Page): string {
  const { words, code, link, film, examples } = page;
  const shown = film !== null && !isEdited(page);
  const linked = link?.code === code ? link : null;
  const example = examples.find(candidate => candidate.code === code);
  if (linked === null && !(shown && example)) return words.word("served-title");
  const subject = example?.title[words.lang] ?? linked?.name;
  return words.word("film-title", { subject: subject || words.word("film-untitled") });
}
