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
    "fill fill-rule fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin opacity color display " +
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

/** What the last part of a selector names: `svg.stage .tag:is(.a, .b) :is(text, .icon)` gives text and icon. */
function keysOf(selector: string): readonly string[] {
  const last = /(?:^|[\s>+~])((?:[^\s>+~()]|\([^()]*\))+)$/.exec(selector)?.[1] ?? selector;
  const bare = last.replace(/:not\([^()]*\)/g, "");
  const plain = bare.replace(/:is\([^()]*\)/g, "");
  const named = plain.match(/^[a-z]+|(?<=\.)[\w-]+/) ?? bare.match(/(?<=[(,.\s])[\w-]+/g);
  return named ?? [];
}

/** Specificity as one number: classes, attributes and pseudo-classes in the hundreds, elements in the ones. */
function weigh(selector: string): number {
  let inner = 0;
  const bare = selector.replace(/:(?:is|not)\(([^()]*)\)/g, (_, list: string) => {
    inner += Math.max(...list.split(",").map(each => weigh(each.trim())));
    return "";
  });
  const classes = bare.match(/\.[\w-]+|\[[^\]]*\]|:[\w-]+/g)?.length ?? 0;
  const elements = bare.match(/(?:^|[\s>+~])[a-z]/g)?.length ?? 0;
  return inner + 100 * classes + elements;
}
