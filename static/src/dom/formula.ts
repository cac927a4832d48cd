/**
 * Draws a formula of a gradient as MathML, which browsers lay out themselves. What cannot be read for certain stays text.
 *
 * A long one is cut into several `<math>` elements, between which a line may end: browsers break no line inside one. The whole is labelled
 * with the formula in one line, and is copied as that.
 */
import { type Formula, parseFormula, writtenFormula } from "../narration/formula";
import type { FormulaNames } from "../narration/locale";
import type { DrawFormula } from "./dom";

/** `flat`: fractions with a slash, so that lines of a sentence stay as high as others. */
export type FormulaForm = "flat" | "stacked";

/** Characters of a piece that no line is broken in. */
const MAX_PIECE = 22;
/** Characters above and below the line of a fraction that is drawn as one. */
const MAX_STACKED = 30;
/** Characters of a name in a formula that is drawn: no line is broken in it, as in text. */
const MAX_NAME = 28;
/** Functions of the notation that have a sign. */
const SIGNS: ReadonlyMap<string, string> = new Map(Object.entries({ sum: "∑" }));
const SPACED = "0.28em";
const TIGHT = "0.08em";

export const flatFormula: DrawFormula = (text, formula) => formulaElement(text, formula, "flat");
export const stackedFormula: DrawFormula = (text, formula) => formulaElement(text, formula, "stacked");

export function formulaElement(text: string, { names, incoming }: FormulaNames, form: FormulaForm): HTMLElement | null {
  if (names.some(name => name.length > MAX_NAME && text.includes(name))) return null;
  const formula = parseFormula(text, [...names, incoming]);
  if (formula === null) return null;
  const element = document.createElement("span");
  for (const [name, value] of Object.entries({ class: "formula", role: "math", "aria-label": text })) element.setAttribute(name, value);
  element.append(...new Drawing(incoming, form).pieces(formula).map(piece => node("math", {}, ...piece)));
  return element;
}

/** What a piece holds. */
type Nodes = readonly Element[];

class Drawing {
  private readonly incoming: string;
  private readonly form: FormulaForm;

  constructor(incoming: string, form: FormulaForm) {
    this.incoming = incoming;
    this.form = form;
  }

  /** What may not be broken, one after another. */
  pieces(formula: Formula): readonly Nodes[] {
    if (writtenFormula(formula).length <= MAX_PIECE) return [this.nodes(formula)];
    switch (formula.kind) {
      case "joined":
        return [...this.pieces(formula.left), ...enclosed([operator(formula.by)], this.pieces(formula.right))];
      case "fraction":
        if (this.isStacked(formula)) return [this.nodes(formula)];
        return [...this.pieces(formula.above), ...enclosed([operator(" / ")], this.pieces(formula.below))];
      case "negated":
        return enclosed([sign()], this.pieces(formula.of));
      case "fenced":
        return enclosed([fence(formula.open)], this.pieces(formula.of), [fence(formula.close)]);
      case "chosen":
        return [
          ...this.pieces(formula.one),
          ...enclosed([word("if")], this.pieces(formula.condition)),
          ...enclosed([word("else")], this.pieces(formula.other)),
        ];
      case "call": {
        const { head, given } = headOf(formula);
        const last = given.length - 1;
        const parts = given.flatMap((each, at) => enclosed([], this.pieces(each), at < last ? [comma()] : []));
        return enclosed([...head, fence("(")], parts, [fence(")")]);
      }
      default:
        return [this.nodes(formula)];
    }
  }

  private nodes(formula: Formula): Nodes {
    switch (formula.kind) {
      case "joined":
        return [...this.nodes(formula.left), operator(formula.by), ...this.nodes(formula.right)];
      case "fraction":
        if (!this.isStacked(formula)) return [...this.nodes(formula.above), operator(" / "), ...this.nodes(formula.below)];
        return [node("mfrac", {}, this.row(unfenced(formula.above)), this.row(unfenced(formula.below)))];
      case "power":
        return [node("msup", {}, this.row(formula.base), this.row(formula.exponent))];
      case "transposed":
        return [node("msup", {}, this.row(formula.of), node("mo", { class: "transposed" }, "T"))];
      case "negated":
        return [sign(), ...this.nodes(formula.of)];
      case "root":
        return [node("msqrt", {}, ...this.nodes(unfenced(formula.of)))];
      case "fenced":
        return [fence(formula.open), ...this.nodes(formula.of), fence(formula.close)];
      case "chosen":
        return [...this.nodes(formula.one), word("if"), ...this.nodes(formula.condition), word("else"), ...this.nodes(formula.other)];
      case "call": {
        const { head, given } = headOf(formula);
        return [...head, fence("("), ...given.flatMap((each, at) => [...(at > 0 ? [comma()] : []), ...this.nodes(each)]), fence(")")];
      }
      default:
        return [this.leaf(formula)];
    }
  }

  private leaf({ kind, text }: { readonly kind: Formula["kind"]; readonly text: string }): Element {
    if (kind === "number") return node("mn", {}, text.replace(/^-/, "−"));
    if (kind === "constant" || text === this.incoming) return node("mi", {}, text);
    return node("mtext", {}, text);
  }

  private row(formula: Formula): Element {
    const [first, ...more] = this.nodes(formula);
    return first && more.length === 0 ? first : node("mrow", {}, ...(first ? [first, ...more] : []));
  }

  private isStacked({ above, below }: Extract<Formula, { kind: "fraction" }>): boolean {
    return this.form === "stacked" && Math.max(writtenFormula(above).length, writtenFormula(below).length) <= MAX_STACKED;
  }
}

/** A function with what it is given; a sum says along which dimension below its sign. */
function headOf({ name, of }: Extract<Formula, { kind: "call" }>): { readonly head: Nodes; readonly given: readonly Formula[] } {
  const drawn = SIGNS.get(name);
  if (drawn === undefined) return { head: [node("mi", { mathvariant: "normal" }, name), applied()], given: of };
  const option = of.find(each => each.kind === "option");
  const symbol = node("mo", { largeop: "false", movablelimits: "false", lspace: TIGHT, rspace: TIGHT }, drawn);
  if (option === undefined) return { head: [symbol], given: of };
  return { head: [node("msub", {}, symbol, node("mtext", {}, writtenFormula(option)))], given: of.filter(each => each !== option) };
}

/** The line of a fraction and the bar of a root say what belongs together. */
function unfenced(formula: Formula): Formula {
  return formula.kind === "fenced" && formula.open === "(" && formula.of.kind !== "chosen" ? formula.of : formula;
}

/** Puts something before the first piece and behind the last one. */
function enclosed(before: Nodes, pieces: readonly Nodes[], behind: Nodes = []): readonly Nodes[] {
  return pieces.map((piece, at) => [...(at === 0 ? before : []), ...piece, ...(at === pieces.length - 1 ? behind : [])]);
}

function operator(by: string): Element {
  const space = by === "·" ? TIGHT : SPACED;
  return node("mo", { form: "infix", lspace: space, rspace: space, stretchy: "false" }, by.trim());
}

function sign(): Element {
  return node("mo", { form: "prefix", lspace: "0", rspace: TIGHT }, "−");
}

function fence(text: string): Element {
  return node("mo", { form: "prefix", lspace: "0", rspace: "0", stretchy: "false" }, text);
}

function comma(): Element {
  return node("mo", { form: "infix", lspace: "0", rspace: SPACED }, ",");
}

function word(text: "if" | "else"): Element {
  return node("mo", { form: "infix", lspace: "0.5em", rspace: "0.5em" }, text);
}

/** Between a function and what it is given; readers say "of". */
function applied(): Element {
  return node("mo", { lspace: "0", rspace: "0" }, "\u2061");
}

function node(tag: string, attributes: Readonly<Record<string, string>>, ...children: readonly (Element | string)[]): Element {
  const element = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
