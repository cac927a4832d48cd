/** What is written about one step: its note, what the speaker is told, and the name of the chapter that begins there, each in both languages. */
import { el, replace } from "../../dom/dom";
import { LANGUAGES, type Lang, type Words } from "../../narration/locale";
import { chapterNameOf, noteOf, withChapter, withText } from "../../notes/draft";
import type { DraftStore } from "../../page/draft";
import type { NoteAnchor } from "../../trace/contract";

const ROWS = 2;
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_NAME_CHARACTERS = 80;

export interface Fields {
  readonly element: HTMLElement;
  readonly show: (at: NoteAnchor | null, words: Words) => void;
  readonly focus: () => void;
}

export function createFields(draft: DraftStore): Fields {
  let at: NoteAnchor | null = null;
  const columns = LANGUAGES.map(lang => createColumn(lang, draft, () => at));
  return {
    element: el("div", { class: "notes-columns" }, ...columns.map(({ element }) => element)),
    show: (now, words) => {
      at = now;
      for (const column of columns) column.show(now, words);
    },
    focus: () => columns[0]?.focus(),
  };
}

type Labels = [HTMLElement, HTMLElement, HTMLElement];

function createColumn(lang: Lang, draft: DraftStore, at: () => NoteAnchor | null) {
  const language = lang === "zh" ? "zh-CN" : "en";
  const text = el("textarea", { rows: ROWS, maxlength: MAX_TEXT_CHARACTERS, lang: language, dir: "auto", class: "field-text" });
  const name = el("input", { maxlength: MAX_NAME_CHARACTERS, lang: language, dir: "auto", class: "field-text" });
  const speaker = el("textarea", { rows: 1, maxlength: MAX_TEXT_CHARACTERS, lang: language, dir: "auto", class: "field-text" });
  const [textLabel, nameLabel, speakerLabel] = Array.from({ length: 3 }, () => el("span", { class: "field-label" })) as Labels;
  for (const [field, element] of [
    ["text", text],
    ["speaker", speaker],
  ] as const)
    element.addEventListener("input", () => {
      const now = at();
      if (now) draft.set(withText(draft.get(), now, lang, element.value, field));
    });
  name.addEventListener("input", () => {
    const now = at();
    if (now) draft.set(withChapter(draft.get(), now, lang, name.value));
  });
  return {
    element: el(
      "div",
      { class: "notes-column" },
      el("label", { class: "notes-text" }, textLabel, text),
      el("label", {}, nameLabel, name),
      el("label", { class: "notes-speaker" }, speakerLabel, speaker),
    ),
    focus: () => text.focus(),
    show: (now: NoteAnchor | null, words: Words) => {
      const written = draft.get();
      put(text, now ? (noteOf(written, now)?.text[lang] ?? "") : "");
      put(speaker, now ? (noteOf(written, now)?.speaker[lang] ?? "") : "");
      put(name, now ? chapterNameOf(written, now)[lang] : "");
      for (const field of [text, name, speaker]) field.disabled = now === null;
      const named = words.word(`notes-edit-language-${lang}`);
      replace(textLabel, words.word("notes-edit-text", { language: named }));
      replace(speakerLabel, words.word("notes-edit-speaker", { language: named }));
      speaker.title = words.word("notes-edit-speaker-hint");
      replace(nameLabel, words.word("notes-edit-chapter-name", { language: named }));
    },
  };
}

/** Writing the same again would move the cursor to the end. */
function put(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (field.value !== value) field.value = value;
}
