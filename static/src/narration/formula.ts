/**
 * Reads a formula of a film, such as `g ⊙ result ⊙ (1 − result)`, back into its structure. The grammar is that of
 * gradreel/derivatives/notation.py, which writes it; the names of the program in it may be any text, `exp(w)` or `fc.weightᵀ`, so they are
 * told beforehand. What does not read back as the text that it was made of has no structure: it is shown as it is.
 */

export type Formula =
  | { readonly kind: "name" | "number" | "constant" | "option"; readonly text: string }
  | { readonly kind: "joined"; readonly left: Formula; readonly by: string; readonly right: Formula }
  | { readonly kind: "fraction"; readonly above: Formula; readonly below: Formula }
  | { readonly kind: "power"; readonly base: Formula; readonly exponent: Formula; readonly raised: boolean }
  | { readonly kind: "transposed" | "negated" | "root"; readonly of: Formula }
  | { readonly kind: "fenced"; readonly open: string; readonly of: Formula; readonly close: string }
  | { readonly kind: "call"; readonly name: string; readonly of: readonly Formula[] }
  | { readonly kind: "chosen"; readonly one: Formula; readonly condition: Formula; readonly other: Formula };

const TRANSPOSED = "ᵀ";
const SUPERSCRIPTS = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";
const RAISED = "-0123456789";
const COMPARED = [" > ", " < ", " ≥ ", " ≤ ", " = "];
const SUMS = [" + ", " − "];
const PRODUCTS = [" ⊙ ", " ⊗ ", " / ", "·"];
const FENCES = [
  ["(", ")"],
  ["[", "]"],
  ["|", "|"],
] as const;
const NUMBER = /^-?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)(?![\w.])/;
const WORD = /^[\p{L}_′][\p{L}\p{Nd}_.′]*/u;
const OPTION = /^dim=(?:[([][^()[\]]*[)\]]|[^(),]*)/;
/** Longer and deeper than any formula of the catalogue; a film is hostile. */
const MAX_CHARACTERS = 400;
const MAX_DEPTH = 24;

/** The structure of a formula, with these names of the program in it; null where it has none that is certain. */
export function parseFormula(text: string, names: readonly string[]): Formula | null {
  const found = text.length > MAX_CHARACTERS ? null : new Parser(text, names).whole();
  return found !== null && writtenFormula(found) === text ? found : null;
}

/** A formula in one line, as films have it. */
export function writtenFormula(formula: Formula): string {
  switch (formula.kind) {
    case "joined":
      return `${writtenFormula(formula.left)}${formula.by}${writtenFormula(formula.right)}`;
    case "fraction":
      return `${writtenFormula(formula.above)} / ${writtenFormula(formula.below)}`;
    case "power": {
      const exponent = writtenFormula(formula.exponent);
      return `${writtenFormula(formula.base)}${formula.raised ? superscript(exponent) : `^${exponent}`}`;
    }
    case "transposed":
      return `${writtenFormula(formula.of)}${TRANSPOSED}`;
    case "negated":
      return `−${writtenFormula(formula.of)}`;
    case "root":
      return `√${writtenFormula(formula.of)}`;
    case "fenced":
      return `${formula.open}${writtenFormula(formula.of)}${formula.close}`;
    case "call":
      return `${formula.name}(${formula.of.map(writtenFormula).join(", ")})`;
    case "chosen":
      return `${writtenFormula(formula.one)} if ${writtenFormula(formula.condition)} else ${writtenFormula(formula.other)}`;
    default:
      return formula.text;
  }
}

function superscript(digits: string): string {
  return [...digits].map(each => SUPERSCRIPTS[RAISED.indexOf(each)]).join("");
}

class NoFormula extends Error {}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly text: string;
  private readonly names: readonly string[];

  constructor(text: string, names: readonly string[]) {
    this.text = text;
    // The transpose of a transpose is written as what it was.
    const all = names.flatMap(name => [name, name.endsWith(TRANSPOSED) ? name.slice(0, -TRANSPOSED.length) : name]);
    this.names = all.filter(name => name !== "").sort((one, other) => other.length - one.length);
  }

  whole(): Formula | null {
    try {
      const found = this.condition();
      return this.at === this.text.length ? found : null;
    } catch (error) {
      if (error instanceof NoFormula) return null;
      throw error;
    }
  }

  private condition(): Formula {
    if (this.depth >= MAX_DEPTH) throw new NoFormula();
    this.depth += 1;
    const found = this.chain([" ∧ "], () => this.chain(COMPARED, () => this.chain(SUMS, () => this.chain(PRODUCTS, () => this.signed()))));
    this.depth -= 1;
    return found;
  }

  private chain(operators: readonly string[], next: () => Formula): Formula {
    let left = next();
    for (let by = this.oneOf(operators); by !== undefined; by = this.oneOf(operators)) {
      const right = next();
      left = by === " / " ? fraction(left, right) : { kind: "joined", left, by, right };
    }
    return left;
  }

  private signed(): Formula {
    let minuses = 0;
    while (this.took("−")) minuses += 1;
    let found = this.raised();
    for (; minuses > 0; minuses -= 1) found = { kind: "negated", of: found };
    return found;
  }

  private raised(): Formula {
    if (this.took("√")) return { kind: "root", of: this.atom() };
    let base = this.atom();
    while (this.took(TRANSPOSED)) base = { kind: "transposed", of: base };
    if (this.took("^")) return { kind: "power", base, exponent: this.atom(), raised: false };
    const start = this.at;
    while (SUPERSCRIPTS.includes(this.text[this.at] ?? " ")) this.at += 1;
    if (this.at === start) return base;
    const digits = [...this.text.slice(start, this.at)].map(each => RAISED[SUPERSCRIPTS.indexOf(each)]).join("");
    return { kind: "power", base, exponent: { kind: "number", text: digits }, raised: true };
  }

  private atom(): Formula {
    // Before brackets: `[0, 1]` is what the program wrote.
    const known = this.names.find(name => this.isNext(name));
    if (known !== undefined) {
      this.at += known.length;
      return { kind: NUMBER.exec(known)?.[0] === known ? "number" : "name", text: known };
    }
    for (const [open, close] of FENCES) if (this.took(open)) return this.fenced(open, close);
    const number = this.matched(NUMBER);
    if (number !== undefined) return { kind: "number", text: number };
    const word = this.matched(WORD);
    if (word === undefined) throw new NoFormula();
    if (this.took("(")) return this.call(word);
    return { kind: word === "π" ? "constant" : "name", text: word };
  }

  private fenced(open: string, close: string): Formula {
    let of = this.condition();
    if (open === "(" && this.took(" if ")) {
      const condition = this.condition();
      if (!this.took(" else ")) throw new NoFormula();
      of = { kind: "chosen", one: of, condition, other: this.condition() };
    }
    if (!this.took(close)) throw new NoFormula();
    return { kind: "fenced", open, of, close };
  }

  private call(name: string): Formula {
    const of: Formula[] = [];
    if (this.took(")")) return { kind: "call", name, of };
    do {
      const option = this.matched(OPTION);
      of.push(option === undefined ? this.condition() : { kind: "option", text: option });
    } while (this.took(", "));
    if (!this.took(")")) throw new NoFormula();
    return { kind: "call", name, of };
  }

  /** Whether a name of the program comes next, and not the beginning of a longer word or of a call. */
  private isNext(name: string): boolean {
    const after = this.text[this.at + name.length] ?? " ";
    return (
      this.text.startsWith(name, this.at) && !(/[\p{L}\p{Nd}_]$/u.test(name) && /[\p{L}\p{Nd}_.(]/u.test(after) && after !== TRANSPOSED)
    );
  }

  private oneOf(texts: readonly string[]): string | undefined {
    return texts.find(text => this.took(text));
  }

  private took(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private matched(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.text.slice(this.at))?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}

/** A minus in front of the first factor stands in front of the fraction. */
function fraction(above: Formula, below: Formula): Formula {
  const [positive, negated] = withoutSign(above);
  const found: Formula = { kind: "fraction", above: positive, below };
  return negated ? { kind: "negated", of: found } : found;
}

function withoutSign(formula: Formula): readonly [Formula, boolean] {
  if (formula.kind === "negated") return [formula.of, true];
  if (formula.kind !== "joined" || SUMS.includes(formula.by)) return [formula, false];
  const [left, negated] = withoutSign(formula.left);
  return [negated ? { ...formula, left } : formula, negated];
}
