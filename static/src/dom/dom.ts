/** Makes elements. Text goes in as text nodes: nothing here, or anywhere, parses markup from a string. */
import type { FormulaNames, Phrase } from "../narration/locale";

export type Child = Node | string | null | false | readonly Child[];

interface Props {
  readonly class?: string;
  readonly on?: { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };
  readonly [attribute: string]: unknown;
}

export function el<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, props: Props = {}, ...children: readonly Child[]) {
  const element = document.createElement(tag);
  dress(element, props);
  element.append(...flat(children));
  return element;
}

export function svg<Tag extends keyof SVGElementTagNameMap>(tag: Tag, props: Props = {}, ...children: readonly Child[]) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, props);
  element.append(...flat(children));
  return element;
}

/** Draws a formula; null where it is better shown as text. */
export type DrawFormula = (text: string, formula: FormulaNames) => HTMLElement | null;

/** A sentence with its names set as code; its formulas as well, unless something is given that draws them. */
export function phrase(parts: Phrase, draw: DrawFormula = () => null): readonly Node[] {
  return parts.map(({ text, style, formula }) => {
    const drawn = formula ? draw(text, formula) : null;
    if (drawn) return drawn;
    if (style === "plain") return document.createTextNode(text);
    return el(style === "strong" ? "b" : "code", { class: style === "name" ? "name" : "" }, text);
  });
}

export function replace(host: Element, ...children: readonly Child[]): void {
  host.replaceChildren(...flat(children));
}

/**
 * The same as `replace`, but what is equal to what was there stays, however deep: it is not styled, laid out and painted anew. Equal
 * elements are taken to have equal listeners, so what a listener depends on must be an attribute; only buttons may have listeners.
 */
export function patch(host: Element, ...children: readonly Child[]): void {
  const before = [...host.childNodes];
  const next = flat(children).map(child => (typeof child === "string" ? document.createTextNode(child) : child));
  next.forEach((child, position) => {
    const old = before[position];
    if (old === undefined) host.append(child);
    else if (!old.isEqualNode(child)) renew(old, child);
  });
  for (const old of before.slice(next.length)) old.remove();
}

function renew(old: ChildNode, next: Node): void {
  if (old instanceof Text && next instanceof Text) old.data = next.data;
  else if (old instanceof Element && old.tagName !== "BUTTON" && old.cloneNode().isEqualNode(next.cloneNode()))
    patch(old, ...next.childNodes);
  else old.replaceWith(next);
}

/** Whether the element has a box: on a phone the panes that are not chosen have none. */
export function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

function dress(element: Element, { class: className, on, ...attributes }: Props): void {
  if (className) element.setAttribute("class", className);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener as EventListener);
}

function flat(children: readonly Child[]): (Node | string)[] {
  return children.flatMap(child => {
    if (child === null || child === false) return [];
    return typeof child === "string" || child instanceof Node ? [child] : flat(child);
  });
}
