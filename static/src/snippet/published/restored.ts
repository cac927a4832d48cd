/**
 * Puts back the indentation that a page has lost, where the statements can be nested in one way only.
 *
 *     statements ─▶ every nesting that Python takes, and that people write ─▶ the one that there is
 *
 * People write no statement behind a `return` of its block, no `self` outside the function that takes it, no class within a function, and
 * in a class no statement behind its methods and no function that takes neither `self`, `cls` nor `ctx` and is not decorated.
 */
import { HEADER, type ScannedLine, scan } from "../scan";

/** So many places of statements are tried before it counts as undecided. */
const MAX_TRIES = 4_000;
const INDENT = "    ";
const GOES_ON: Readonly<Record<string, readonly string[]>> = {
  elif: ["if", "elif"],
  else: ["if", "elif", "for", "while", "except"],
  except: ["try", "except"],
  finally: ["try", "except", "else"],
};
const OWNED = /^@(?:staticmethod|classmethod|property)\b/;
const TAKES_OWNER = /^(?:async +)?def +\w+\((self|cls|ctx)\b/;
const OWNER = /(?<![\w.])(self|ctx)\b/;

interface Statement {
  readonly lines: readonly ScannedLine[];
  readonly text: string;
  /** Its first word, such as `def`. */
  readonly word: string;
  readonly opens: boolean;
  readonly ends: boolean;
}

interface Block {
  readonly word: string;
  /** What the function takes as its first argument, where that is its owner. */
  readonly owner: string;
  /** Of a class: a function stands in it. */
  readonly hasFunction: boolean;
}

/** The program with its indentation; null where it has lost none, or can be nested in no way or in several. */
export function withIndentation(code: string): string | null {
  const statements = statementsOf(code);
  const isFlat = statements.every(({ text }) => !/^\s/.test(text));
  if (!isFlat || statements.at(-1)?.opens || !statements.some(({ opens }) => opens)) return null;
  const levels = onlyNesting(statements);
  return levels === null ? null : indented(code, statements, levels);
}

/** Lines that follow one in brackets or in a string belong to it. */
function statementsOf(code: string): readonly Statement[] {
  const groups: ScannedLine[][] = [];
  for (const line of scan(code).lines) {
    if (!line.fresh) groups.at(-1)?.push(line);
    else if (line.text.trim() !== "" && !line.text.trim().startsWith("#")) groups.push([line]);
  }
  return groups.map(lines => {
    const text = lines.map(each => each.text).join("\n");
    const word = /^(?:async +)?(\w+)|^@/.exec(text)?.[1] ?? text[0] ?? "";
    const last = lines.at(-1)?.text ?? "";
    return {
      lines,
      text,
      word,
      opens: HEADER.test(text) && /:\s*(?:#.*)?$/.test(last),
      ends: /^(?:return|raise|break|continue)$/.test(word),
    };
  });
}

function onlyNesting(statements: readonly Statement[]): readonly number[] | null {
  let tries = 0;
  let found: readonly number[] | null = null;
  let isUndecided = false;
  const levels: number[] = [];
  const place = (at: number, blocks: readonly Block[]): void => {
    const statement = statements[at];
    if (statement === undefined) {
      isUndecided ||= found !== null;
      found = [...levels];
      return;
    }
    for (const level of levelsAfter(statements[at - 1], levels[at - 1] ?? 0)) {
      if (isUndecided) return;
      if (++tries > MAX_TRIES) {
        isUndecided = true;
        return;
      }
      const next = placed(statement, statements[at - 1], level, blocks);
      if (next === null) continue;
      levels[at] = level;
      place(at + 1, next);
      levels.length = at;
    }
  };
  place(0, []);
  return isUndecided ? null : found;
}

/** Where a statement may stand behind another one. */
function levelsAfter(before: Statement | undefined, level: number): readonly number[] {
  if (before === undefined) return [0];
  if (before.opens) return [level + 1];
  if (before.word === "@") return [level];
  const last = before.ends && level > 0 ? level - 1 : level;
  return Array.from({ length: last + 1 }, (_, at) => last - at);
}

/** The blocks that are open behind a statement at a level; null where it cannot stand there. */
function placed(statement: Statement, before: Statement | undefined, level: number, blocks: readonly Block[]): readonly Block[] | null {
  const { word, text } = statement;
  const around = blocks.slice(0, level);
  const functions = around.filter(each => each.word === "def");
  const isInClass = around.at(-1)?.word === "class";
  const goesOn = GOES_ON[word];
  if (goesOn !== undefined && !goesOn.includes(blocks[level]?.word ?? "")) return null;
  if (/^(?:return|yield)$/.test(word) && functions.length === 0) return null;
  if (/^(?:break|continue)$/.test(word) && !isInLoop(around)) return null;
  if (word === "class" && level > 0) return null;
  const takes = TAKES_OWNER.exec(text)?.[1] ?? "";
  if ((takes !== "" || OWNED.test(text)) && !isInClass) return null;
  const owner = takes === "" && word !== "@" ? (OWNER.exec(text)?.[1] ?? "") : "";
  if (owner !== "" && !functions.some(each => each.owner === owner)) return null;
  if (isInClass && !mayBeInClass(statement, before, takes, around)) return null;
  const parent =
    word === "def" && isInClass ? around.map((each, at) => (at === level - 1 ? { ...each, hasFunction: true } : each)) : around;
  return statement.opens ? [...parent, { word, owner: takes, hasFunction: false }] : parent;
}

function mayBeInClass({ word }: Statement, before: Statement | undefined, takes: string, around: readonly Block[]): boolean {
  if (word === "def") return takes !== "" || before?.word === "@";
  return word === "@" || around.at(-1)?.hasFunction === false;
}

/** In the function that they are in, if any. */
function isInLoop(around: readonly Block[]): boolean {
  const own = around.slice(around.findLastIndex(({ word }) => word === "def") + 1);
  return own.some(({ word }) => word === "for" || word === "while");
}

/** Comments and blank lines go with the statement below them. */
function indented(code: string, statements: readonly Statement[], levels: readonly number[]): string {
  const level = new Map<number, number>();
  for (const [at, { lines }] of statements.entries()) for (const { from } of lines) level.set(from, levels[at] ?? 0);
  const { lines, kinds } = scan(code);
  let below = levels.at(-1) ?? 0;
  const written = lines.toReversed().map(line => {
    const own = level.get(line.from);
    if (own !== undefined && line.fresh) below = own;
    // The inside of a string stays where it is.
    const isInside = !line.fresh && kinds[line.from] !== 0;
    return line.text.trim() === "" || isInside ? line.text : INDENT.repeat(own ?? below) + line.text;
  });
  return written.toReversed().join("\n");
}
