/** Plays the film that is in the same file, gzipped in a template: no server, no network, `file://` included. */

import english from "locales/en?film";
import chinese from "locales/zh?film";
import "../../styles/embed.css";
import { wordsOfCompiled } from "../narration/compiled";
import type { Run } from "../trace/contract";
import { readOptions } from "./embed/options";
import { play } from "./embed/play";

async function start(host: HTMLElement, film: HTMLTemplateElement): Promise<void> {
  const options = { ...readOptions(host), framed: false };
  if (options.theme) document.documentElement.dataset.theme = options.theme;
  const lang = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  await play(host, options, await unpack(film.content.textContent ?? ""), wordsOfCompiled(lang, lang === "zh" ? chinese : english));
}

async function unpack(base64: string): Promise<Run> {
  const packed = Uint8Array.from(atob(base64.trim()), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as Run;
}

const [host, film] = [document.getElementById("embed"), document.getElementById("film")];
if (host && film instanceof HTMLTemplateElement) void start(host, film);
