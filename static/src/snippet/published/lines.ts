/** Tells of one line of a published page what it can be: prose, what a program has printed, or a part of a traceback. */
import { plainCharacters } from "../characters";
import { scan } from "../scan";

/** Writing in which people write sentences, and next to nobody names: what has it outside strings and comments is prose. */
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;
const FULL_STOP = /[.:?!。：？！，,;；…)）]$/;
const WORD = /(?<![\p{L}\p{N}_.])\p{L}[\p{L}\p{M}'’-]*(?![\p{L}\p{N}_(=[])/gu;
const STRINGS = /("[^"\n]*"|'[^'\n]*'|“[^“”\n]*”|#.*$)/g;
/** Tensors and arrays, as Python shows them, with the brackets of what they are in. */
const PRINTED_TENSOR = /^[([\s]*tensor\(/;
const PRINTED_ARRAY = /^\s*array\(/;
const PRINTED =
  /^\s*(?:Parameter containing|torch\.Size\(|<\w+[^>]*>$|[-+]?\d[\d.,e+\-\s]*$|\(?\[?[-+]?\d(?!.*(?:[\])]\.\w|\bfor\b|(?<=\w)(?<!\btensor)(?<!\barray)(?<!Size)\()).*[\])]$|[[(]+(?:True|False|'[^']*'|"[^"]*")[,\])].*[\])]$|\[\]$|None$|True$|False$|\(?None,|\[None|.*\bdevice\(type=|.*, grad_fn=<|CPU times: |Wall time: |OrderedDict\(|[\w.]+ {2,}\(|(?:[\w.]{1,40} ?[=:] ?-?[\d.]+(?:e-?\d+)?[,;]?\s+)+[\w.]{1,40} ?[=:] ?-?[\d.]+(?:e-?\d+)?$|\{(?:(?:'[^']*'|"[^"]*"|-?[\d.]+(?:e-?\d+)?|True|False|None)[,: ]+)*(?:'[^']*'|"[^"]*"|-?[\d.]+(?:e-?\d+)?|True|False|None)\}$|.*\b\w*Warning: )/;
/** A dictionary of values, also of tensors and shapes, as Python shows it. */
const PRINTED_DICT =
  /^\{(?:'[^'\n]*'|"[^"\n]*"|(?<![\w.])-?[\d.]+(?:e[-+]?\d+)?(?![\w.])|\b(?:True|False|None|nan|inf)\b|\b(?:[a-z]+|torch\.Size)\(|\b(?:dtype|device|type|requires_grad|grad_fn)=|\btorch\.[a-z]+\d*\b|<\w+[^>\n]*>|[\s,:()[\]{}])+\}$/;
const RULE = /^\s*-{20,}\s*$/;
const TRACEBACK = /^\s*(?:Traceback \(most recent call last\)|回溯)/;
const HEAD = /^\s*\w*(?:Error|Exception)\b.*Traceback \(most recent call last\)/;
/** As rich and typer draw it. */
const BOXED = /^\s*[╭┌]─+ ?Traceback \(most recent call last\)/;
const EXCEPTION = /^\s*(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Warning)(?::|\s*$)/;
/** A line of a traceback, which the line of code below it belongs to. */
const FRAME = /^\s*File "[^"]+", line \d+(?:, in .+)?$/;
const MARKS = /^[\s~^]+$/;
/** As anomaly mode announces its own. */
const FORWARD = /Traceback of forward call that (?:caused|induced)/;
const TRIGGERED = /^\s*\((?:Triggered internally|function _print_stack)/;
/** What stands before each line: `[rank0]: `, `web-1  | `, a time. */
const PREFIXED = /^((?![\s#])[\w[\](){}<>:.,|/ -]{1,60}? ?)(?=(?: {2})?File "[^"]+", line \d|Traceback \(most recent call last\))/;
const NUMBERED_ARROW = /^\s*(?:-+>\s*\d+|\d+)\s/;
/** Before the value of a cell, in the languages into which notebooks are translated. */
export const OUTPUT = /^\s*(?:Out|Sortie|Salida|Saída|Ausgabe|Вывод|出力|输出|輸出|출력) ?\[[\d ]*\] ?[:：]/;

/** Sentences, headings and labels; what could be code as well is asked of the grammar. */
export function isProse(line: string): boolean {
  const bare = line.replace(STRINGS, " ").trim();
  if (isPrinted(line)) return false;
  if (hasOtherScript(line)) return true;
  if (OTHER_SCRIPT.test(bare)) return !looksLikeCode(bare);
  if (/^#{1,6} \S/.test(line) || /^\s*(?:[-*•]|\d+[.)]) +[A-Z]\w* \w|^\s*\d{1,2}[.)] +[A-Z][a-z]+$/.test(line)) return true;
  const words = bare.match(WORD) ?? [];
  const others = bare.split(/\s+/).length - words.length;
  if (words.length < 3 || looksLikeCode(bare)) return words.length >= 2 && /^\p{Lu}/u.test(bare) && /^[\p{L}'’ -]+[.:?!]?$/u.test(bare);
  return words.length >= others && (FULL_STOP.test(line.trim()) || words.length >= 4);
}

/** Outside strings, also outside one that is not closed, and outside comments. */
export function hasOtherScript(line: string): boolean {
  return OTHER_SCRIPT.test(line.replace(STRINGS, " ").replace(/["'“].*$/, ""));
}

/** Opens a block, but for its colon. */
const WITHOUT_COLON = /^(?:for \w+(?:, ?\w+)* in (?:range|enumerate|zip)\(.*\)|def \w+\(.*\)|class \w+\([\w., ]*\)|with torch\.\w+\(.*\))$/;
/** Signs of formulas and of signatures that no program has. */
const FORMULA = /[→←↦⇒⊤∂∇∑∏√≈∈∞²³⁻ᵀ]|(?=\d)(?<=[=+\-*/(,]\s*)(?!0[xob])\d+(?!e[-+\d]|j\b)[a-z]/i;
/** A variable of the shell. */
const SHELL_VARIABLE = /^[A-Z][A-Z\d_]+=\S+$/;

/** It has the form of a statement, though it may not be a right one. */
export function looksLikeCode(line: string): boolean {
  const text = plainCharacters(line).trim();
  if (/^[A-Z][a-z]+: /.test(text)) return false;
  if (WITHOUT_COLON.test(text)) return true;
  if (isSentence(line) || FORMULA.test(line.replace(STRINGS, " ")) || SHELL_VARIABLE.test(text)) return false;
  if (/^[\w.]+\(/.test(text)) return /[)\]\\]$/.test(text.replace(/(?<!\s)\s*#.*$/, "")) || scan(text).unbalanced !== null;
  return /^(?:[\w.]+(?:\[[^\]]*\])?(?:\s*,\s*[\w.]+)*\s*(?:[-+*/@|&]|\/\/|\*\*)?=(?!=)|print\s+\S+$|@\w|import \w+$|from [\w.]+ import\b)/.test(
    text,
  );
}

const KEYWORD =
  /^(?:and|or|in|is|if|elif|else|for|while|with|lambda|await|async|from|import|as|yield|return|del|print|raise|assert|global|nonlocal|def|class)$/;

/** Words follow each other as in no statement, twice at least: `total += loss keeps the loss alive`. */
function isSentence(line: string): boolean {
  const bare = line.replace(STRINGS, " , ").replace(/(?<=[(\s=,[])["'“].*$/, "");
  const tokens = bare.split(/\s+/);
  const pairs = tokens.filter((token, at) => {
    const before = tokens[at - 1] ?? "";
    return (
      /[\p{L}\p{N}_)\]]$/u.test(before) &&
      !KEYWORD.test(before) &&
      before !== "not" &&
      /^[\p{L}\p{N}_]/u.test(token) &&
      !KEYWORD.test(token)
    );
  });
  return pairs.length >= 2;
}

/** What a program has printed, or the value of an expression as Python shows it. */
export function isPrinted(line: string): boolean {
  return isPrintedTensor(line) || PRINTED.test(line.trimStart()) || PRINTED_DICT.test(line.trim()) || OUTPUT.test(line);
}

export function isPrintedTensor(line: string): boolean {
  return PRINTED_TENSOR.test(line) || PRINTED_ARRAY.test(line);
}

/** No traceback goes over more. */
const MAX_TRACEBACK_LINES = 1_000;

/** The line behind a traceback that begins at a line; that line itself where none begins. */
export function endOfTraceback(lines: readonly string[], at: number): number {
  const prefix = PREFIXED.exec(lines[at] ?? "")?.[1];
  const lineAt = prefix === undefined ? (each: number) => lines[each] ?? "" : (each: number) => withoutPrefix(lines[each] ?? "", prefix);
  const line = lineAt(at);
  if (FORWARD.test(line)) return endOfFrames(lineAt, at + 1);
  const begins = TRACEBACK.test(line) || HEAD.test(line) || (RULE.test(line) && HEAD.test(lineAt(at + 1)));
  if (!begins) return EXCEPTION.test(line) ? at + 1 : endOfFrames(lineAt, at);
  let end = at + 1;
  const last = Math.min(lines.length, at + MAX_TRACEBACK_LINES);
  while (end < last && !isEndOfError(lineAt(end))) end++;
  return end < last ? end + 1 : endOfFrames(lineAt, at + 1);
}

/** The line behind the frames of a traceback that is cut off at its end or its beginning, with what it says was raised. */
function endOfFrames(lineAt: (at: number) => string, at: number): number {
  let end = at;
  while (FRAME.test(lineAt(end))) {
    end++;
    const code = lineAt(end);
    if (code.trim() !== "" && !FRAME.test(code) && !EXCEPTION.test(code)) end++;
    if (MARKS.test(lineAt(end))) end++;
  }
  if (end === at) return at;
  // Where anomaly mode's is announced by a warning, which names a line of the library.
  if (TRIGGERED.test(lineAt(end))) return /^\s+\S/.test(lineAt(end + 1)) ? end + 2 : end + 1;
  return isEndOfError(lineAt(end)) ? end + 1 : end;
}

/** As launchers and logs write it. */
function withoutPrefix(line: string, prefix: string): string {
  return line.startsWith(prefix) ? line.slice(prefix.length) : line;
}

/** A line of a traceback that says that it is one, or what was raised. */
export function isErrorLine(line: string): boolean {
  return TRACEBACK.test(line) || HEAD.test(line) || BOXED.test(line) || EXCEPTION.test(line);
}

function isEndOfError(line: string): boolean {
  return EXCEPTION.test(line) && !HEAD.test(line) && !NUMBERED_ARROW.test(line);
}
