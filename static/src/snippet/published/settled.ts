/**
 * Settles what each piece of a text is by what is around it: an expression, a comment, a command of the shell, a formula or a printed
 * value has the form of code, and is code only beside or in the words of code.
 */
import { parses, statementsIn } from "../grammar";
import { HEADER } from "../scan";
import { OUTPUT_LABEL } from "./labels";
import { hasOtherScript } from "./lines";

export interface Piece {
  readonly kind: "code" | "weak" | "shell" | "comment" | "prose" | "printed" | "blank";
  readonly lines: readonly string[];
  /** Of the page, without the statement's own. */
  readonly indent: number;
}

export const WEAK = new Set([
  "VariableName",
  "MemberExpression",
  "TupleExpression",
  "ParenthesizedExpression",
  "BinaryExpression",
  "UnaryExpression",
  "Number",
  "String",
  "ArrayExpression",
  "DictionaryExpression",
  "SetExpression",
  "Boolean",
  "None",
  "ConditionalExpression",
  "Ellipsis",
]);
const KNOWN = new Set(
  "torch np nn F math optim True False None print len type id is not and or in if else for lambda list dict sum max min abs range sorted isinstance any all tuple str int float bool".split(
    " ",
  ),
);

/** A value with its name, as programs print it: `loss = 0.25`, `w.grad: tensor([1.])`. */
const NAMED_VALUE =
  /^[\w.[\]()' -]{1,60}?\s*[:=]\s*(?:[-+]?[\d.]+(?:e[-+]?\d+)?|\[[-\d., e+]*\]|tensor\(.*|torch\.Size\(.*|True|False|None|nan|'[^']*')(?:\s*,.*)?$/;
const NAMED_TENSOR = /^[\w.[\]' ]{1,60}?\s*[:=]\s*[([]*tensor\((?!\w+[,)])/;

export function isNamedValue(line: string): boolean {
  return NAMED_VALUE.test(line.trim());
}

export function settled(pieces: readonly Piece[]): readonly Piece[] {
  const code = pieces.filter(({ kind }) => kind === "code").map(({ lines }) => lines.join("\n"));
  const used = new Set(code.flatMap(text => rootsIn(withoutKeywords(text))));
  const bound = boundIn(code.join("\n"));
  const named = pieces.map((piece, at) => (piece.kind === "weak" ? { ...piece, kind: kindOfWeak(piece, pieces, at, used, bound) } : piece));
  const said = withHeaders(withoutMentions(withoutPrinted(named, code, bound.has("tensor")), bound));
  return withComments(withShell(said));
}

function kindOfWeak(
  piece: Piece,
  pieces: readonly Piece[],
  at: number,
  used: ReadonlySet<string>,
  bound: ReadonlySet<string>,
): Piece["kind"] {
  const text = piece.lines.join("\n").trim();
  if (text === "..." || text === "…") return pieces[at - 1]?.kind === "code" || pieces[at + 1]?.kind === "code" ? "code" : "prose";
  const roots = rootsIn(text);
  // A word alone, such as a tag or `output`, is the value of a variable only where it is one.
  if (/^\w+$/.test(text)) return bound.has(text) && (pieces[at - 1]?.kind === "code" || !OUTPUT_LABEL.test(text)) ? "code" : "prose";
  // The name of a function alone is the heading of what is said about it.
  const isAlone = pieces[at - 1]?.kind !== "code" && pieces[at + 1]?.kind !== "code";
  if (isAlone && /^(?:torch|nn|F|np|optim)(?:\.[A-Za-z]\w*)+$/.test(text)) return "prose";
  return roots.length > 0 && roots.every(name => used.has(name) || KNOWN.has(name)) ? "code" : "prose";
}

/** For each piece the first one from there on that is of another kind than these; in one pass, since a text may have thousands. */
function endsOfRuns(isOne: readonly boolean[]): readonly number[] {
  const ends = isOne.map((_, at) => at);
  for (let at = isOne.length - 1; at >= 0; at--) if (isOne[at]) ends[at] = ends[at + 1] ?? at + 1;
  return ends;
}

function withShell(pieces: readonly Piece[]): readonly Piece[] {
  const ends = endsOfRuns(pieces.map(({ kind }) => kind === "shell"));
  let before: Piece | undefined;
  return pieces.map((piece, at): Piece => {
    if (piece.kind === "shell")
      return { ...piece, kind: before?.kind === "code" || pieces[ends[at] ?? at]?.kind === "code" ? "code" : "prose" };
    before = piece;
    return piece;
  });
}

/** Where a page has lost the indentation, `for p in params:` between two statements opens a block, though it reads as a sentence. */
function withHeaders(pieces: readonly Piece[]): readonly Piece[] {
  const isHeader = pieces.map(({ kind, lines: [line = ""] }) => kind === "prose" && opensBlock(line.trim()));
  if (!isHeader.includes(true)) return pieces;
  const ends = endsOfRuns(isHeader);
  let before: Piece["kind"] | undefined;
  return pieces.map((piece, at): Piece => {
    const kind = isHeader[at] && before === "code" && pieces[ends[at] ?? at]?.kind === "code" ? "code" : piece.kind;
    before = kind;
    return kind === piece.kind ? piece : { ...piece, kind };
  });
}

function opensBlock(line: string): boolean {
  if (/^(?:else|try|finally|except\b.*)\s*:$/.test(line)) return true;
  return HEADER.test(line) && /:\s*(?:#.*)?$/.test(line) && parses(`${line.replace(/^elif\b/, "if")}\n    pass`);
}

/** Which pieces are in a run of comments that is no heading: of three lines, one of them an empty comment or set further in. */
function inHeads(pieces: readonly Piece[]): readonly boolean[] {
  const inHead = pieces.map(() => false);
  let from = 0;
  for (let at = 0; at <= pieces.length; at++) {
    if (pieces[at]?.kind === "comment") continue;
    const isHead = at - from >= 3 && pieces.slice(from, at).some(({ lines }) => /^\s*#(?:\s*$|\s{2,}\S)/.test(lines[0] ?? ""));
    if (isHead) inHead.fill(true, from, at);
    from = at + 1;
  }
  return inHead;
}

function withComments(pieces: readonly Piece[]): readonly Piece[] {
  const ends = endsOfRuns(pieces.map(({ kind }) => kind === "comment"));
  const isHead = inHeads(pieces);
  return pieces.map((piece, at) => {
    if (piece.kind !== "comment") return piece;
    const end = ends[at] ?? at;
    const isAbove = pieces[end]?.kind === "code" || (isHead[at] && pieces[end]?.kind === "blank" && pieces[end + 1]?.kind === "code");
    const isBelow = pieces[at - 1]?.kind === "code" && !/^# [A-Z].*\w$/.test(piece.lines[0] ?? "");
    return { ...piece, kind: isAbove || isBelow ? ("code" as const) : ("prose" as const) };
  });
}

/** Values that a program has printed under their names: behind a label, in the words of a `print`, or the same line again and again. */
function withoutPrinted(pieces: readonly Piece[], code: readonly string[], hasTensor: boolean): readonly Piece[] {
  const isValue = (piece: Piece | undefined) =>
    piece?.kind === "code" &&
    piece.lines.length === 1 &&
    NAMED_VALUE.test(piece.lines[0] ?? "") &&
    !(hasTensor && /\btensor\(/.test(piece.lines[0] ?? ""));
  const values = pieces.map(isValue);
  if (!values.includes(true)) return pieces;
  const ends = endsOfRuns(values);
  const heads = headsOfPrints(code);
  let [isAfterLabel, prints] = [false, false];
  return pieces.map((piece, at) => {
    const line = (piece.lines.at(-1) ?? "").trim();
    if (piece.kind === "prose") isAfterLabel = OUTPUT_LABEL.test(line);
    else if (piece.kind === "code" && !values[at]) {
      isAfterLabel = false;
      prints ||= /\bprint\(/.test(piece.lines.join("\n"));
    }
    if (!values[at]) return piece;
    const end = ends[at] ?? at;
    const isEnd = pieces[end]?.kind !== "code" && pieces[end]?.kind !== "comment";
    const shape = shapeOf(line);
    const isAgain = [pieces[at - 1], pieces[at + 1]].some(other => isValue(other) && shapeOf((other?.lines[0] ?? "").trim()) === shape);
    const isSaid = prints && isEnd && heads.some(head => line.startsWith(head));
    const isTensor = !hasTensor && NAMED_TENSOR.test(line);
    return (isAfterLabel && isEnd) || isSaid || isAgain || isTensor ? { ...piece, kind: "printed" as const } : piece;
  });
}

/** The pieces of a cell, up to the values that it has printed. */
export function withoutPrintedAtEnd(pieces: readonly Piece[]): readonly Piece[] {
  const code = pieces.filter(({ kind }) => kind === "code").map(({ lines }) => lines.join("\n"));
  // Another cell may have imported `tensor`.
  const hasTensor = !code.some(text => /\bprint\(/.test(text));
  const end = withoutPrinted(pieces, code, hasTensor).findIndex(({ kind }) => kind === "printed");
  return end < 0 ? pieces : pieces.slice(0, end);
}

function shapeOf(line: string): string {
  return line.replace(/[-+]?\d[\d.]*(?:e[-+]?\d+)?/g, "0");
}

/** With what the lines begin that a program prints. */
export function headsOfPrints(code: readonly string[]): readonly string[] {
  const heads = code.flatMap(text => [...text.matchAll(/\bprint\(\s*[fr]?(["'])(.*?)\1/g)].map(([, , said = ""]) => said));
  return heads.map(said => (/^\{\w[\w.]*=/.exec(said)?.[0].slice(1) ?? said.replace(/[{%].*$/, "")).trim()).filter(head => head.length > 1);
}

/** Calls and formulas that stand alone as a heading or as mathematics: nothing on the page binds what they name. */
function withoutMentions(pieces: readonly Piece[], bound: ReadonlySet<string>): readonly Piece[] {
  const isCode = (piece: Piece | undefined) => piece?.kind === "code" || piece?.kind === "comment" || piece?.kind === "weak";
  const bindings = firstBindings(pieces);
  return pieces.map((piece, at) => {
    const [line = ""] = piece.lines;
    if (piece.kind !== "code" || piece.lines.length > 1 || isCode(pieces[at - 1]) || isCode(pieces[at + 1])) return piece;
    const isHeading = isBelowSentence(pieces, at) && (bindings.get(/^(\w+)\.\w+\(\)$/.exec(line)?.[1] ?? "") ?? -1) > at;
    return isHeading || isMention(line.trim(), bound) ? { ...piece, kind: "prose" as const } : piece;
  });
}

/** Browsers copy a heading directly below what was said before, with a blank line behind it. */
function isBelowSentence(pieces: readonly Piece[], at: number): boolean {
  const before = pieces[at - 1];
  return before?.kind === "prose" && /[.!?。！？]\s*$/.test(before.lines.at(-1) ?? "") && pieces[at + 1]?.kind === "blank";
}

/** For each name the first piece that binds it. */
function firstBindings(pieces: readonly Piece[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [at, { kind, lines }] of pieces.entries())
    if (kind === "code") for (const name of boundIn(lines.join("\n"))) if (!first.has(name)) first.set(name, at);
  return first;
}

const CONTEXT = /^torch\.(?:no_grad|enable_grad|inference_mode|Tensor\.\w+|nn\.\w[\w.]*|autograd\.\w[\w.]*|optim\.\w[\w.]*)\(\)$/;
/** An argument by its name, as it is written in a call. */
const KEYWORD_VALUE = /^\w+=(?:True|False|None)$/;
const FORMULA = /^(\w+)\s*=\s*([\w\s+*/^()-]+)$/;

/** No longer line is a heading or a formula alone. */
const MAX_MENTION_CHARS = 500;

function isMention(line: string, bound: ReadonlySet<string>): boolean {
  if (line.length > MAX_MENTION_CHARS) return false;
  if (KEYWORD_VALUE.test(line)) return true;
  const call = /^(\w+)(\.\w+)*\((.*)\)$/.exec(line);
  if (call) {
    const [, root = "", member = "", args = ""] = call;
    // `X(Twitter)` is a button.
    if (/^\p{Lu}\w*$/u.test(args) && member === "" && !bound.has(root) && !bound.has(args)) return true;
    if (member === "") return args === "" && !bound.has(root) && !/^(?:print|exit|quit|main|dir|locals|globals)$/.test(root);
    const isClass = /^(?:[Tt]ensor|Module|Optimizer|Function)$/.test(root) && !bound.has(root);
    const isSignature =
      /=None\b/.test(args) && args.split(",").every(arg => /^\s*(?:\*|\*{0,2}\w+\s*(?:=.*)?)$/.test(arg) && !bound.has(arg.trim()));
    return isClass || CONTEXT.test(line) || (isSignature && /^\s*[a-z]/.test(args) && !/^\s*\w+\s*=/.test(args));
  }
  const formula = FORMULA.exec(line);
  if (formula === null || /\w\(/.test(formula[2] ?? "")) return false;
  const free = rootsIn(formula[2] ?? "").filter(name => name !== formula[1] && !KNOWN.has(name) && !bound.has(name));
  return free.length > 0 && free.every(name => name.length <= 2);
}

/** Words of which one is no name of the page: `not allowed`, `training` and `让它需要梯度` are expressions as well. */
export function isWords(line: string, bound: ReadonlySet<string>): boolean {
  return /^[\p{L}\p{N}_ ,]+$/u.test(line) && rootsIn(line).some(name => !bound.has(name) && !KNOWN.has(name));
}

/** An expression of names that a page binds. */
export function isOfNames(line: string, bound: ReadonlySet<string>): boolean {
  const roots = rootsIn(line).filter(name => !KNOWN.has(name));
  return roots.length > 0 && roots.every(name => bound.has(name)) && statementsIn(line).every(name => WEAK.has(name));
}

/** The names that a program binds, but for those of modules that stand for nothing else on a page. */
export function boundIn(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (list: string) => {
    for (const name of list.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) names.add(name);
  };
  for (const [, list = ""] of code.matchAll(
    /^[ \t]*([\p{L}_][\p{L}\p{N}_, ()[\]*]{0,120}?) *(?::[^=\n]*)?(?:[-+*/@|&]|\/\/|\*\*)?=(?!=)/gmu,
  ))
    add(list);
  for (const [, list = ""] of code.matchAll(/\bfor ([\w, ()*]+) in\b/g)) add(list);
  for (const [, name = "", list = ""] of code.matchAll(/\b(?:def|class) (\w+)(?:\(([^)]*)\))?/g))
    add(`${name} ${list.replace(/[=:][^,]*/g, "")}`);
  for (const [, list = ""] of code.matchAll(/^[ \t]*from [\w.]+ import (.+)$/gm)) add(list.replace(/\b\w+ as /g, ""));
  for (const [, name = ""] of code.matchAll(/\bas (\w+)\s*[:,)]|(?<=\()(\w+) :=/g)) add(name);
  for (const name of ["torch", "np", "nn", "F", "optim", "autograd"]) names.delete(name);
  return names;
}

/** The keyword of an argument names nothing that other lines could mean. */
function withoutKeywords(code: string): string {
  return code.replace(/(?=[\p{L}_])(?<=[(,]\s*)[\p{L}_][\p{L}\p{N}_]*=(?!=)/gu, " ");
}

/** The names with which the expressions of a text begin, outside its strings. */
function rootsIn(code: string): readonly string[] {
  return code.replace(/("[^"\n]*"|'[^'\n]*'|#.*$)/gm, " ").match(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}

/** A call whose name is a word of a sentence: `値はround(x)`. */
export function isCallInWords(line: string): boolean {
  return hasOtherScript(line.replace(/^[^=]*=(?!=)/, ""));
}
