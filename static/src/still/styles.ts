/**
 * Turns the page's stylesheet into attributes, so that a drawing looks the same in every program that shows SVG.
 *
 *     CSS text ─▶ rules, colours resolved for one theme ─▶ for each element, what applies to it, written as attributes
 *
 * It reads what our own stylesheet uses: plain rules, `var()`, `light-dark()`, `:is` and `:not`. Motion and pointers do not matter here.
 */
import type { Theme } from "../page/state";

interface Rule {
  readonly selector: string;
  readonly weight: number;
  /** Classes or tag names of which an element must have one: asked first, since matching a selector is slow. */
  readonly keys: readonly string[];
  readonly declarations: readonly (readonly [property: string, value: string])[];
}

export type Styles = readonly Rule[];

/** Properties that are presentation attributes in SVG and that matter in a picture that does not move. */
const KEPT = new Set(
  (
    "fill fill-rule fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin opacity color display visibility " +
    "font-family font-size font-weight font-style text-anchor letter-spacing text-decoration text-transform"
  ).split(" "),
);
const POINTER = /:(focus|hover|active)|::/;

export function readStyles(css: string, theme: Theme): Styles {
  const blocks = blocksOf(css);
  const palette = readPalette(blocks, theme);
  return blocks.flatMap(([, selectors = "", body = ""]) => {
    const declarations = declarationsOf(body)
      .filter(([property]) => KEPT.has(property))
      .map(([property, value]) => [property, resolve(value, palette, theme)] as const);
    if (declarations.length === 0) return [];
    return splitOutside(selectors)
      .filter(selector => !POINTER.test(selector) && !selector.startsWith(":root"))
      .map(selector => ({ selector, weight: weigh(selector), keys: keysOf(selector), declarations }));
  });
}

/** One of the page's colours by its name, such as `--paper`. */
export function colourOf(css: string, name: string, theme: Theme): string {
  return resolve(`var(${name})`, readPalette(blocksOf(css), theme), theme);
}

/** Write what applies to each element as its attributes, as a browser would have computed it. */
export function applyStyles(root: Element, styles: Styles): void {
  const sorted = [...styles].sort((a, b) => a.weight - b.weight);
  for (const element of [root, ...root.querySelectorAll("*")]) {
    const own = new Set([element.tagName.toLowerCase(), ...(element.getAttribute("class") ?? "").split(" ")]);
    for (const { selector, keys, declarations } of sorted)
      if (keys.some(key => own.has(key)) && element.matches(selector))
        for (const [property, value] of declarations) element.setAttribute(property, value);
  }
}

type Blocks = readonly RegExpExecArray[];

/** Selectors and body of each rule. */
function blocksOf(css: string): Blocks {
  return [...withoutAtRules(css.replace(/\/\*[\s\S]*?\*\//g, "")).matchAll(/([^{}]+)\{([^{}]*)\}/g)];
}

function readPalette(blocks: Blocks, theme: Theme): ReadonlyMap<string, string> {
  const palette = new Map<string, string>();
  for (const [, selectors = "", body = ""] of blocks)
    if (selectors.trim() === ":root") for (const [name, value] of declarationsOf(body)) if (name.startsWith("--")) palette.set(name, value);
  for (const [name, value] of palette) palette.set(name, pick(value, theme));
  return palette;
}

function declarationsOf(body: string): (readonly [string, string])[] {
  return body.split(";").flatMap(line => {
    const colon = line.indexOf(":");
    return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const];
  });
}

function resolve(value: string, palette: ReadonlyMap<string, string>, theme: Theme): string {
  const known = value.replace(/var\((--[\w-]+)\)/g, (_, name: string) => palette.get(name) ?? "none");
  return pick(known, theme).replace(/(\d)px\b/g, "$1");
}

function pick(value: string, theme: Theme): string {
  return value.replace(/light-dark\(([^,()]+),\s*([^,()]+)\)/g, (_, light: string, dark: string) => (theme === "dark" ? dark : light));
}

/** At-rules such as media queries do not apply to a still picture. */
function withoutAtRules(css: string): string {
  let kept = "";
  let rest = css;
  for (let at = rest.indexOf("@"); at >= 0; at = rest.indexOf("@")) {
    kept += rest.slice(0, at);
    rest = rest.slice(endOfBlock(rest, at));
  }
  return kept + rest;
}

function endOfBlock(css: string, start: number): number {
  let depth = 0;
  for (let at = start; at < css.length; at += 1) {
    if (css[at] === ";" && depth === 0) return at + 1;
    if (css[at] === "{") depth += 1;
    if (css[at] === "}" && --depth === 0) return at + 1;
  }
  return css.length;
}

/** Split a selector list at the commas that are in no parentheses. */
function splitOutside(selectors: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of selectors.trim()) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map(part => part.trim());
}

/** What the last part of a selector names: `svg.stage .tag:is(.a, .b) :is(text, .g .icon)` gives text and icon. */
function keysOf(selector: string): readonly string[] {
  const { plain, lists } = withoutLists(lastPart(selector));
  const named = /^[a-z]+|(?<=\.)[\w-]+/.exec(plain);
  if (named) return [named[0]];
  return lists.flatMap(({ name, items }) => (name === "is" ? items.flatMap(keysOf) : []));
}

/** What follows the last combinator that is in no parentheses. */
function lastPart(selector: string): string {
  let depth = 0;
  for (let at = selector.length - 1; at >= 0; at -= 1) {
    const letter = selector[at] ?? "";
    if (letter === ")") depth += 1;
    if (letter === "(") depth -= 1;
    if (depth === 0 && /[\s>+~]/.test(letter)) return selector.slice(at + 1);
  }
  return selector;
}

interface SelectorList {
  readonly name: string;
  readonly items: readonly string[];
}

/** A selector without its `:is(…)` and `:not(…)`, and these apart; each may have others inside. */
function withoutLists(selector: string): { readonly plain: string; readonly lists: readonly SelectorList[] } {
  const start = /:(is|not)\(/.exec(selector);
  if (start === null) return { plain: selector, lists: [] };
  const from = start.index + start[0].length;
  let [end, depth] = [from, 1];
  while (end < selector.length && depth > 0) {
    if (selector[end] === "(") depth += 1;
    if (selector[end] === ")") depth -= 1;
    end += 1;
  }
  const list = { name: start[1] ?? "", items: splitOutside(selector.slice(from, end - 1)) };
  const rest = withoutLists(selector.slice(end));
  return { plain: selector.slice(0, start.index) + rest.plain, lists: [list, ...rest.lists] };
}

/** Specificity as one number: classes, attributes and pseudo-classes in the hundreds, elements in the ones. */
function weigh(selector: string): number {
  const { plain, lists } = withoutLists(selector);
  const classes = plain.match(/\.[\w-]+|\[[^\]]*\]|:[\w-]+/g)?.length ?? 0;
  const elements = plain.match(/(?:^|[\s>+~])[a-z]/g)?.length ?? 0;
  return 100 * classes + elements + lists.reduce((sum, { items }) => sum + Math.max(...items.map(weigh)), 0);
}
