/** Takes out what is of the page and not of the code: buttons and labels above listings, alone or glued to the first line of code. */

import { looksLikeCode } from "./lines";
import { isNamedValue } from "./settled";

/** What is written on buttons that copy, in the languages of the pages. */
const COPY =
  "copy(?: code| to clipboard|edit)?|copied!?|复制(?:代码)?|複製(?:程式碼)?|登录后复制|コピー(?:する)?|(?:コードを)?コピーする?|(?:code )?kopieren|copier(?: le code)?|copiar(?: c[oó]digo| o c[oó]digo)?|copia(?: il)? codice|(?:с)?копировать(?: код)?|(?:코드 )?복사(?:하기)?";
const OTHERS =
  "(?:AI写代码)?python运行|代码解读|AI写代码|run code|edit & run|linkcode|content_copy|more_vert|expand_(?:more|less)|play_arrow|keyboard_arrow_(?:down|right)|arrow_right_alt|show code cell source|hide code cell source|toggle line numbers|view plain ?(?:copy)?(?: to clipboard)?(?: print\\??)?";
const LEFTOVER = new RegExp(`^\\s*(?:${COPY}|${OTHERS})\\s*$`, "i");
const LANGUAGE = /^\s*(?:python3?|py|ipython)\s*$/i;
/** The name of a language, mostly guessed, and a button run into the first line: `python复制代码import torch`. */
const GLUED =
  /^\s*(?:(?:python|py)(?:Copy(?: code|Edit)?|复制(?:代码)?)|[a-z][a-z\d+#-]{0,11}(?:Copy code|CopyEdit|复制代码)|(?:Copy code|CopyEdit|复制代码)|(?:python|py|Python)?(?:コードをコピーする?|Copier le code|Code kopieren|Copiar código|(?:Скопировать|Копировать) код|코드 복사))(?=[^\s.,:;!?，。：、])/;

export function withoutLeftovers(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line, at) => {
    if (LEFTOVER.test(line)) return false;
    return !(LANGUAGE.test(line) && hasMore(lines, at + 1));
  });
  return kept.map(line => line.replace(GLUED, ""));
}

/** At least a line of its own follows. */
function hasMore(lines: readonly string[], from: number): boolean {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() !== "" && !LEFTOVER.test(line)) return true;
  }
  return false;
}

const ENTITY = /&(?:gt|lt|quot|nbsp|amp|#0?39|#x27|apos);/g;
const ENTITIES: Readonly<Record<string, string>> = { gt: ">", lt: "<", quot: '"', nbsp: " ", amp: "&" };

/** A page that was copied from a feed or from its source has signs by their names: `-&gt;`. */
export function withoutEntities(line: string): string {
  return line.includes("&") ? line.replace(ENTITY, name => ENTITIES[name.slice(1, -1)] ?? "'") : line;
}

/** In the export of a chat: when and who, before what was said. */
const SAID =
  /^(\[?\d[\d/.:, -]{5,22}(?: ?[AaPp]\.?[Mm]\.?)?\]?\s*(?:[-–]\s*)?(?!\w*(?:INFO|DEBUG|WARN|ERROR|root))[\p{L}\p{N} ._-]{1,40}:) (.+)$/u;
const NICK = /^(?:\[?\d\d?:\d\d(?::\d\d)?\]?\s*)?<[@+%]?[\w|[\]-]{1,30}> ?(.+)$/;

/** A message that begins with code is divided behind its sender; on IRC each line of code has its sender. */
export function withoutSender(line: string): readonly string[] {
  const [, , code] = SAID.exec(line) ?? [];
  if (code !== undefined && isSaidCode(code)) return [line.slice(0, -code.length).trimEnd(), code];
  const [, typed] = NICK.exec(line) ?? [];
  return typed !== undefined && isSaidCode(typed) ? [typed] : [line];
}

function isSaidCode(text: string): boolean {
  return looksLikeCode(text) && !isNamedValue(text);
}
