/**
 * Plays a stored film inside somebody else's article: stage, sentence, transport, and nothing that runs code.
 *
 * It runs in a frame with an opaque origin: no cookies, no storage, and the address is never rewritten.
 */
import "../../styles/embed.css";
import { LANGUAGES } from "../narration/locale";
import type { Run } from "../trace/contract";
import { announceHeight } from "./embed/height";
import { readOptions } from "./embed/options";
import { play } from "./embed/play";
import { loadFilmWords } from "./embed/words";

async function start(host: HTMLElement): Promise<void> {
  const options = readOptions(host);
  if (options.theme) document.documentElement.dataset.theme = options.theme;
  if (options.film === null) {
    announceHeight(host, options.id, () => null);
    return;
  }
  const lang = LANGUAGES.find(each => document.documentElement.lang.startsWith(each)) ?? "en";
  const [run, words] = await Promise.all([loadRun(options.film), loadFilmWords(lang)]);
  await play(host, options, run, words);
}

async function loadRun(path: string): Promise<Run> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Run;
}

const host = document.getElementById("embed");
if (host) void start(host);
