import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseHTML } from "linkedom/worker";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { formulaElement } from "../../src/dom/formula";

interface Formula {
  readonly key: string;
  readonly text: string;
  readonly names: Readonly<Record<string, string>>;
}

// Not imported: types of a thousand literals take the compiler three seconds.
const formulas: readonly Formula[] = JSON.parse(readFileSync(join(import.meta.dirname, "../support/formulas.gen.json"), "utf8"));

beforeAll(() => {
  vi.stubGlobal("document", parseHTML("<!doctype html><html><body></body></html>").document);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const FORMS = ["flat", "stacked"] as const;
const DIGITS = /^−?\d+$/;
const RAISED: Readonly<Record<string, string>> = Object.fromEntries([..."−0123456789"].map((each, at) => [each, "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"[at] ?? ""]));
/** Signs with a space on both sides. */
const SPACED = /^[⊙⊗+/><≥≤=∧]$|^if$|^else$/;

function drawn(text: string, names: readonly string[], form: (typeof FORMS)[number]): Element {
  const element = formulaElement(text, { names, incoming: "g" }, form);
  if (element === null) throw new Error(`No structure: ${text}`);
  return element;
}

/** A formula in one line, from its MathML alone. */
function lineOf(element: Element): string {
  const inner = () => [...element.children].map(lineOf).join("");
  const [first, second] = [...element.children];
  switch (element.localName) {
    case "mfrac":
      return `${grouped(first, / [+−] | (?:[><≥≤=∧]) /)} / ${grouped(second, / [⊙⊗+−/><≥≤=∧] |·|^−/)}`;
    case "msqrt":
      return `√${bracketed(inner(), /[ ·²³]|^−/)}`;
    case "msub":
      return `${lineOf(first as Element)}<${second?.textContent}>`;
    case "msup": {
      const exponent = lineOf(second as Element);
      if (second?.getAttribute("class") === "transposed") return `${lineOf(first as Element)}ᵀ`;
      return lineOf(first as Element) + (DIGITS.test(exponent) ? [...exponent].map(each => RAISED[each]).join("") : `^${exponent}`);
    }
    case "mo": {
      const text = element.textContent ?? "";
      if (text === ",") return ", ";
      if (text === "∑") return "sum";
      if (text === "−") return element.getAttribute("form") === "infix" ? " − " : "−";
      return SPACED.test(text) ? ` ${text} ` : text.replace("\u2061", "");
    }
    case "span":
    case "math":
    case "mrow":
      return inner();
    default:
      return element.textContent ?? "";
  }
}

function grouped(element: Element | undefined, loose: RegExp): string {
  return bracketed(lineOf(element as Element), loose);
}

/** Brackets that the line of a fraction or the bar of a root stands for. */
function bracketed(text: string, loose: RegExp): string {
  let outside = text;
  for (let before = ""; before !== outside; ) [before, outside] = [outside, outside.replace(/\([^()]*\)|\[[^[\]]*\]/g, "x")];
  return loose.test(outside) ? `(${text})` : text;
}

/** `∑<dim=1>(g)` is how a sum is drawn, `sum(g, dim=1)` how it is written. */
function withSums(text: string): string {
  const at = text.indexOf("sum<");
  if (at < 0) return text;
  const open = text.indexOf(">", at) + 1;
  let depth = 0;
  for (let end = open; end < text.length; end += 1) {
    depth += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
    if (depth === 0) return withSums(`${text.slice(0, at)}sum${text.slice(open, end)}, ${text.slice(at + 4, open - 1)}${text.slice(end)}`);
  }
  return text;
}

/** The sign of a number of the program is drawn as a minus. */
function signed(text: string): string {
  return text.replaceAll("−", "-");
}

describe("formulas of the catalogue", () => {
  test.each(FORMS)("each is drawn as what it says, %s", form => {
    expect(formulas.length).toBeGreaterThan(500);
    for (const { key, text, names } of formulas) {
      const element = drawn(text, Object.values(names), form);
      expect({ key, line: signed(withSums(lineOf(element))) }).toEqual({ key, line: signed(text) });
      expect(element.getAttribute("aria-label")).toBe(text);
      const untransposed = Object.values(names).map(name => name.replace(/ᵀ$/, ""));
      const leaves = [...element.querySelectorAll("mtext")].map(each => each.textContent ?? "");
      expect(leaves.filter(each => ![...Object.values(names), ...untransposed].includes(each) && !each.startsWith("dim="))).toEqual([]);
    }
  });

  test("what cannot be read for certain has no structure", () => {
    for (const text of [
      "",
      "g ⊙",
      "g ⊙ (d",
      "g d",
      "g ⊙ d)",
      "(g, d)",
      "<b>g</b>",
      "g ⊙  d",
      "−",
      `${"(".repeat(40)}g${")".repeat(40)}`,
      `g${" + g".repeat(200)}`,
    ])
      expect(formulaElement(text, { names: ["d"], incoming: "g" }, "flat")).toBeNull();
  });

  test("a name of the program is one name, whatever it consists of", () => {
    const text = "f(a, b) − c ⊙ (g / sum(a)ᵀ)";
    const leaves = (names: readonly string[]) => [...drawn(text, names, "stacked").querySelectorAll("mtext")].map(each => each.textContent);
    expect(leaves(["f(a, b) − c", "sum(a)ᵀ"])).toEqual(["f(a, b) − c", "sum(a)ᵀ"]);
    expect(leaves(["a", "b", "c"])).toEqual(["a", "b", "c", "a"]);
  });

  test("a formula with a name that needs a line of its own is text, which may be broken in it", () => {
    const name = "matmul(prediction_of_the_network, w)";
    expect(formulaElement(`g ⊙ ${name}`, { names: [name], incoming: "g" }, "flat")).toBeNull();
  });

  test("a long formula is cut where a line may end, and a short one is whole", () => {
    const pieces = (text: string) => [...drawn(text, ["x", "y"], "flat").querySelectorAll("math")].map(each => each.textContent);
    expect(pieces("g ⊙ y ⊙ (1 − y)")).toEqual(["g⊙y⊙(1−y)"]);
    expect(pieces("(g if |x − y| < 0.5 else 0.5·g ⊙ sign(x − y))")).toEqual(["(g", "if|x−y|<0.5", "else0.5·g⊙sign\u2061(x−y))"]);
  });
});
