/** Names the page in the browser's tab and history, and frames: by the film that is shown, as the server names it. */
import type { Words } from "../narration/locale";
import type { Run } from "../trace/contract";
import { isEdited, type Page } from "./state";

export function titleOf(page: Page): string {
  const { words, code, link, film, examples } = page;
  const shown = film !== null && !isEdited(page);
  const linked = link?.code === code ? link : null;
  const example = examples.find(candidate => candidate.code === code);
  if (linked === null && !(shown && example)) return words.word("served-title");
  return filmTitle(page, code, linked?.name ?? "", shown ? film.index.run : null);
}

/**
 * A built-in example by its title in the reader's language, other code by its first lines (`name`) and by what is wrong: the title of the
 * gravest diagnosis of `run`; null where that is not known.
 */
export function filmTitle({ words, examples }: Page, code: string, name: string, run: Run | null): string {
  const example = examples.find(candidate => candidate.code === code);
  const subject = (example?.title[words.lang] ?? name) || words.word("film-untitled");
  const finding = example || run === null ? null : findingOf(words, run);
  return finding === null ? words.word("film-title", { subject }) : words.word("film-title-finding", { subject, finding });
}

function findingOf(words: Words, { diagnoses }: Run): string | null {
  const gravest = ["error", "warning"].flatMap(severity => diagnoses.filter(each => each.severity === severity))[0];
  if (gravest === undefined) return null;
  const key = `diagnosis-${gravest.kind}-title`;
  return words.has(key) ? words.word(key, gravest.params) : gravest.message;
}
