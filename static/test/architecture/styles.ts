/**
 * Which selectors make a browser compute the styles of whole subtrees anew whenever something anywhere is added or taken away.
 *
 * NOTE [Style invalidation] The last compound of a selector says for whom a browser evaluates the rest of it. Where that names no type,
 * class, id or attribute it is every element of the page: one with a sibling combinator or a position marks every parent as one whose
 * children depend on each other, and one with `:has()` lets everything below an element be computed anew that any `:has()` looks at.
 */
import { type Selector, type SelectorComponent, transform } from "lightningcss";

const NARROW = new Set(["type", "class", "id", "attribute"]);
const POSITIONS = /^(first|last|only|nth|empty)/;

export function broadSelectors(path: string, css: string): readonly string[] {
  const found: string[] = [];
  transform({
    filename: path,
    code: new TextEncoder().encode(css),
    visitor: {
      Rule: {
        style: ({ value: { selectors, loc } }) => {
          if (selectors.some(isBroad)) found.push(`${path}:${loc.line + 1}`);
          return undefined;
        },
      },
    },
  });
  return found;
}

function isBroad(selector: Selector): boolean {
  const last = selector.slice(selector.findLastIndex(part => part.type === "combinator") + 1);
  if (last.some(isNarrow)) return false;
  return selector.some(part => isSibling(part) || isHas(part)) || last.some(isPosition);
}

function isNarrow(part: SelectorComponent): boolean {
  if (part.type !== "pseudo-class") return NARROW.has(part.type);
  return (part.kind === "is" || part.kind === "where") && part.selectors.every(one => one.some(isNarrow));
}

function isSibling(part: SelectorComponent): boolean {
  return part.type === "combinator" && (part.value === "next-sibling" || part.value === "later-sibling");
}

function isHas(part: SelectorComponent): boolean {
  return part.type === "pseudo-class" && part.kind === "has";
}

function isPosition(part: SelectorComponent): boolean {
  return part.type === "pseudo-class" && POSITIONS.test(part.kind);
}
