/** Language and theme: from the URL, else the last choice, else the browser's. */
import { LANGUAGES, type Lang } from "../narration/locale";
import type { Theme } from "./state";

const LANG = "gradreel.lang";
const THEME = "gradreel.theme";
const TOKEN = "gradreel.token.";
const SOLVED = "gradreel.learn.";
const SCORE = "gradreel.predict.";
const DRAFT = "gradreel.notes.";

export function preferredLang(url: URLSearchParams): Lang {
  const served = document.documentElement.lang;
  const candidates = [url.get("lang"), read(LANG), served, ...navigator.languages];
  const codes = candidates.map(candidate => candidate?.slice(0, 2).toLowerCase());
  return codes.map(code => LANGUAGES.find(lang => lang === code)).find(lang => lang !== undefined) ?? "en";
}

export function preferredTheme(url: URLSearchParams): Theme | null {
  const candidate = url.get("theme") ?? read(THEME);
  return candidate === "light" || candidate === "dark" ? candidate : null;
}

export function keepLang(lang: Lang): void {
  write(LANG, lang);
}

export function keepTheme(theme: Theme): void {
  write(THEME, theme);
}

/** The token that deletes a link: kept where the link was made. */
export function keepToken(id: string, token: string): void {
  write(`${TOKEN}${id}`, token);
}

export function tokenOf(id: string): string | null {
  return read(`${TOKEN}${id}`);
}

export function forgetToken(id: string): void {
  write(`${TOKEN}${id}`, "");
}

/** How many questions of a film were answered right: kept nowhere but here. */
export function keepScore(film: string, right: number, questions: number): void {
  write(`${SCORE}${film}`, `${right}/${questions}`);
}

/** Notes to a film that are not published yet; empty for none. */
export function keepDraft(film: string, notes: string): void {
  write(`${DRAFT}${film}`, notes);
}

export function draftOf(film: string): string | null {
  return read(`${DRAFT}${film}`);
}

/** A task that was solved: remembered nowhere but here. */
export function keepSolved(lesson: string): void {
  write(`${SOLVED}${lesson}`, "1");
}

export function isSolved(lesson: string): boolean {
  return read(`${SOLVED}${lesson}`) === "1";
}

/** The theme that the reader sees now. */
export function shownTheme(theme: Theme | null): Theme {
  return theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

// Storage is refused in a sandboxed frame and in some private windows: the choice then lasts as long as the page.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}
