/**
 * Turns what only IPython reads into comments: `!pip install torch`, `x = !ls`, `%matplotlib inline`, `torch.add?`, `pip install` itself, and
 * all lines of a cell in another language. Nothing that Python can read is changed, and no line is added or taken away.
 *
 * The library does the same (gradreel/recording/ipython.py): `test/snippet/ipython.json` holds cases for both.
 */
import { cellsIn, isBlank, LINE_END, withoutBlanksAtEnd, withoutMarkers } from "./cells";

/** Begin a cell that IPython itself runs as Python, in the same namespace. */
const PYTHON_MAGICS = new Set(
  "time timeit capture prun debug memit mprun heat snakeviz pyinstrument scalene viztracer wandb notify ipytest tb".split(" "),
);
const CELL_MAGIC = /^[ \t\f]*%%([A-Za-z_]\w*|!)/;
const COMMAND = /^(?:[!%?]|\$ |[^ \t\f#'"]*\?{1,2}[ \t\f]*$|[^#'"=!<>]*=[ \t\f]*[!%]|(?:pip3?|conda|mamba) (?:install|uninstall)\b)/;
const PROMPT = /^(?:(?:>>>|\.\.\.)(?: |$)|In \[\d+\]: |[ \t]*\.{3,}: ?)/;
const FIRST_PROMPT = /^(?:>>>(?: |$)|In \[\d+\]: )/;
const OPENING = "([{（［｛【";
const CLOSING = ")]}）］｝】";

/** In a program with cells each is read by itself. */
export function withoutCommands(code: string): string {
  const pieces = code.split(/(\r\n|\r|\n)/);
  const lines = pieces.filter((_, at) => at % 2 === 0);
  const cells = cellsIn(code);
  const [first] = cells;
  if (first === undefined) return withEnds(readable(lines), pieces);
  const read = cells.map(({ kind, line, endLine, marked }, at) => {
    const own = lines.slice(at === 0 ? 0 : line - 1, endLine);
    const head = marked ? line - (at === 0 ? 0 : line - 1) : 0;
    return kind === "code" ? [...own.slice(0, head), ...readable(own.slice(head))] : own;
  });
  return withEnds(read.flat(), pieces);
}

/** What IPython takes for the code of a cell: without blank lines around it, its indentation as a whole, and prompts. */
export function entered(source: string): string {
  const lines = source.split(LINE_END);
  const first = lines.findIndex(line => !isBlank(line));
  if (first < 0) return "";
  const indent = /^[ \t]*/.exec(lines[first] ?? "")?.[0] ?? "";
  const own = lines
    .slice(first, lines.findLastIndex(line => !isBlank(line)) + 1)
    .map(line => (line.startsWith(indent) ? line.slice(indent.length) : line));
  const bare = FIRST_PROMPT.test(own[0] ?? "") ? own.map(line => line.replace(PROMPT, "")) : own;
  return withoutBlanksAtEnd(bare.join("\n"));
}

function withEnds(lines: readonly string[], pieces: readonly string[]): string {
  return lines.map((line, at) => line + (pieces[at * 2 + 1] ?? "")).join("");
}

/** The lines of one cell. */
function readable(lines: readonly string[]): readonly string[] {
  return isForeign(lines) ? lines.map(line => (isBlank(line) ? line : commented(line))) : withoutCommandsIn(lines);
}

function isForeign(lines: readonly string[]): boolean {
  for (const line of lines) {
    if (isBlank(line)) continue;
    const magic = CELL_MAGIC.exec(line)?.[1];
    if (magic === undefined || !PYTHON_MAGICS.has(magic)) return magic !== undefined;
  }
  return false;
}

interface Open {
  readonly depth: number;
  readonly quote: string;
  /** A backslash is at the end of the line. */
  readonly goesOn: boolean;
}

function withoutCommandsIn(lines: readonly string[]): readonly string[] {
  let open: Open = { depth: 0, quote: "", goesOn: false };
  let isCommand = false;
  return lines.map(line => {
    const indent = /^[ \t\f]*/.exec(line)?.[0] ?? "";
    const bare = line.slice(indent.length);
    const isFresh = open.depth === 0 && open.quote === "" && !open.goesOn;
    const before = isCommand && open.goesOn && bare !== "";
    // The command of a shell goes on behind a backslash.
    isCommand = before || (isFresh && COMMAND.test(bare));
    open = isCommand ? { ...open, goesOn: line.endsWith("\\") } : openBehind(line, open);
    if (!isCommand) return line;
    return indent !== "" && !before ? `${indent}pass  # ${bare}` : commented(line);
  });
}

/** What is open behind a line of Python. */
function openBehind(line: string, before: Open): Open {
  let { depth, quote } = before;
  let at = 0;
  while (at < line.length) {
    const letter = line.charAt(at);
    if (quote !== "") {
      const closes = letter !== "\\" && line.startsWith(quote, at);
      at += letter === "\\" ? 2 : closes ? quote.length : 1;
      if (closes) quote = "";
      continue;
    }
    if (letter === "#") return { depth, quote: "", goesOn: false };
    if (letter === '"' || letter === "'") quote = line.startsWith(letter.repeat(3), at) ? letter.repeat(3) : letter;
    depth = Math.max(0, depth + Number(OPENING.includes(letter)) - Number(CLOSING.includes(letter)));
    at += quote.length || 1;
  }
  // Of one line, unless a backslash is at its end.
  const isOver = quote.length === 1 && at === line.length;
  return { depth, quote: isOver ? "" : quote, goesOn: quote === "" && line.endsWith("\\") };
}

function commented(line: string): string {
  return withoutMarkers(withoutBlanksAtEnd(`# ${line}`));
}
