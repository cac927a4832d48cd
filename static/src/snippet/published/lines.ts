/** Tells of one line of a published page what it can be: prose, what a program has printed, or a part of a traceback. */
import { plainCharacters } from "../characters";
import { scan } from "../scan";

const HAN = /[\u3400-\u9fff]/;
const FULL_STOP = /[.:?!。：？！，,;；…)）]$/;
const WORD = /(?<![\w.])[A-Za-z][a-z'’-]*(?![\w(=[])/g;
const STRINGS = /("[^"\n]*"|'[^'\n]*'|“[^”\n]*”|#.*$)/g;
/** Tensors and arrays, as Python shows them, with the brackets of what they are in. */
const PRINTED_TENSOR = /^[([\s]*tensor\(/;
const PRINTED_ARRAY = /^\s*array\(/;
const PRINTED =
  /^\s*(?:Parameter containing|torch\.Size\(|<\w+[^>]*>$|[-+]?\d[\d.,e+\-\s]*$|\(?\[?[-+]?\d.*[\])]$|[[(]+(?:True|False|'[^']*'|"[^"]*")[,\])].*[\])]$|\[\]$|None$|True$|False$|\(?None,|\[None|.*\bdevice\(type=|.*, grad_fn=<|CPU times: |Wall time: |OrderedDict\(|.*\b\w*Warning: )/;
const RULE = /^\s*-{20,}\s*$/;
const TRACEBACK = /^\s*(?:Traceback \(most recent call last\)|回溯)/;
const HEAD = /^\s*\w*(?:Error|Exception)\b.*Traceback \(most recent call last\)/;
/** As rich and typer draw it. */
const BOXED = /^\s*[╭┌]─+ ?Traceback \(most recent call last\)/;
const EXCEPTION = /^\s*(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Warning)(?::|\s*$)/;
const NUMBERED_ARROW = /^\s*(?:-+>\s*\d+|\d+)\s/;

/** Sentences, headings and labels; what could be code as well is asked of the grammar. */
export function isProse(line: string): boolean {
  const bare = line.replace(STRINGS, " ").trim();
  if (isPrinted(line)) return false;
  if (HAN.test(bare)) return !looksLikeCode(bare);
  if (/^#{1,6} \S/.test(line) || /^\s*(?:[-*•]|\d+[.)]) +[A-Z]\w* \w|^\s*\d{1,2}[.)] +[A-Z][a-z]+$/.test(line)) return true;
  const words = bare.match(WORD) ?? [];
  const others = bare.split(/\s+/).length - words.length;
  if (words.length < 3 || looksLikeCode(bare)) return words.length >= 2 && /^[A-Z]/.test(bare) && /^[A-Za-z'’ -]+[.:?!]?$/.test(bare);
  return words.length >= others && (FULL_STOP.test(line.trim()) || words.length >= 4);
}

/** Opens a block, but for its colon. */
const WITHOUT_COLON = /^(?:for \w+(?:, ?\w+)* in (?:range|enumerate|zip)\(.*\)|def \w+\(.*\)|class \w+\([\w., ]*\)|with torch\.\w+\(.*\))$/;

/** It has the form of a statement, though it may not be a right one. */
export function looksLikeCode(line: string): boolean {
  const text = plainCharacters(line).trim();
  if (/^[A-Z][a-z]+: /.test(text)) return false;
  if (WITHOUT_COLON.test(text)) return true;
  if (/^[\w.]+\(/.test(text)) return /[)\]\\]$/.test(text.replace(/\s*#.*$/, "")) || scan(text).unbalanced !== null;
  return /^(?:[\w.]+(?:\[[^\]]*\])?(?:\s*,\s*[\w.]+)*\s*(?:[-+*/@|&]|\/\/|\*\*)?=(?!=)|print\s+\S+$|@\w|import \w+$|from [\w.]+ import\b)/.test(
    text,
  );
}

/** What a program has printed, or the value of an expression as Python shows it. */
export function isPrinted(line: string): boolean {
  return isPrintedTensor(line) || PRINTED.test(line);
}

export function isPrintedTensor(line: string): boolean {
  return PRINTED_TENSOR.test(line) || PRINTED_ARRAY.test(line);
}

/** The line behind a traceback that begins at a line; that line itself where none begins. */
export function endOfTraceback(lines: readonly string[], at: number): number {
  const line = lines[at] ?? "";
  const begins = TRACEBACK.test(line) || HEAD.test(line) || (RULE.test(line) && HEAD.test(lines[at + 1] ?? ""));
  if (!begins) return EXCEPTION.test(line) ? at + 1 : at;
  let end = at + 1;
  while (end < lines.length && !isEndOfError(lines[end] ?? "")) end++;
  return end < lines.length ? end + 1 : at + 1;
}

/** A line of a traceback that says that it is one, or what was raised. */
export function isErrorLine(line: string): boolean {
  return TRACEBACK.test(line) || HEAD.test(line) || BOXED.test(line) || EXCEPTION.test(line);
}

function isEndOfError(line: string): boolean {
  return EXCEPTION.test(line) && !HEAD.test(line) && !NUMBERED_ARROW.test(line);
}
