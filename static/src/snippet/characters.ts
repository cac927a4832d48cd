/** Replaces signs that word processors, chats and input methods put in place of Python's, outside strings and comments. */
import { CODE, scan } from "./scan";

const QUOTES: Readonly<Record<string, string>> = { "“": '"', "”": '"', "„": '"', "＂": '"', "‘": "'", "’": "'", "＇": "'" };
const QUOTED = /[“”„＂]([^“”„＂"\n]*)[“”„＂]|[‘’＇]([^‘’＇'\n]*)[‘’＇]/g;
const SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;
const NOTHING = /[\u200b-\u200d\u2060\ufeff\u00ad]/;
const OTHERS: Readonly<Record<string, string>> = {
  "、": ",",
  "。": ".",
  "【": "[",
  "】": "]",
  "−": "-",
  "–": "-",
  "—": "-",
  "…": "...",
  "×": "*",
  "÷": "/",
  "≤": "<=",
  "≥": ">=",
  "≠": "!=",
};
/** Letters and digits in full width may be part of a name, and `＿` too. */
const FULL_WIDTH = /[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3e\uff40\uff5b-\uff5e]/;
const FULL_WIDTH_OFFSET = 0xfee0;
const ANY = /[^\n -~]/;

export function plainCharacters(code: string): string {
  if (!ANY.test(code)) return code;
  return outside(withPlainQuotes(code), plain);
}

/** Typographic quotes that stand where a string begins and where it ends. */
function withPlainQuotes(code: string): string {
  const { kinds } = scan(code);
  return code.replace(QUOTED, (whole, double: string | undefined, single: string | undefined, at: number) => {
    if (kinds[at] !== CODE) return whole;
    const quote = QUOTES[whole[0] ?? ""] ?? '"';
    // Whatever has turned the outer quotes has turned those inside as well.
    return `${quote}${double ?? single?.replace(/[“”„]/g, '"') ?? ""}${quote}`;
  });
}

function outside(code: string, change: (letter: string) => string): string {
  const { kinds } = scan(code);
  return Array.from({ length: code.length }, (_, at) => (kinds[at] === CODE ? change(code[at] ?? "") : code[at])).join("");
}

function plain(letter: string): string {
  if (!ANY.test(letter)) return letter;
  if (SPACE.test(letter)) return " ";
  if (NOTHING.test(letter)) return "";
  if (FULL_WIDTH.test(letter)) return String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_OFFSET);
  return OTHERS[letter] ?? letter;
}
