/** Names the page in the browser's tab and history, and frames: by the film that is shown, as the server names it. */
import type { Words } from "../narration/locale";
import type { Run } from "../trace/contract";
import { isEdited, type Page, type StoredLink } from "./state";

export function titleOf(page: Page): string {
  const { words, code, link, film, examples } = page;
  const shown = film !== null && !isEdited(page);
  const linked = link?.code === code ? link : null;
  const example = examples.find(candidate => candidate.code === code);
  const run = shown ? film.index.run : null;
  const says = linked !== null || (run !== null && (example !== undefined || findingOf(words, run) !== null));
  return says ? filmTitle(page, code, linked, run) : words.word("served-title");
}

/**
 * A built-in example by its title in the reader's language, other code by what it calls itself and by what is wrong, the gravest diagnosis
 * of `run`, null where that is not known. Where nothing is wrong a line of the code has to do.
 */
export function filmTitle({ words, examples }: Page, code: string, link: StoredLink | null, run: Run | null): string {
  const example = examples.find(candidate => candidate.code === code);
  const finding = example || run === null ? null : findingOf(words, run);
  const subject = example?.title[words.lang] ?? (finding === null || link?.named ? link?.name : "");
  if (subject && finding) return words.word("film-title-finding", { subject, finding });
  return finding ?? words.word("film-title", { subject: subject || words.word("film-untitled") });
}

function findingOf(words: Words, { diagnoses }: Run): string | null {
  const gravest = ["error", "warning"].flatMap(severity => diagnoses.filter(each => each.severity === severity))[0];
  if (gravest === undefined) return null;
  const [key] = [`diagnosis-${gravest.kind}-finding`, `diagnosis-${gravest.kind}-title`].filter(words.has);
  return key === undefined ? gravest.message : words.word(key, gravest.params);
}
