/** Writes a drawing as XML. Browser serializers write HTML, or characters that XML forbids. */
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Controls other than tab and line ends, noncharacters, lone surrogates. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Cs}/gu;

export function serialize(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${escaped(value)}"`).join("");
  const children = [...element.childNodes].filter(child => isElement(child) || element.localName !== "g");
  const content = children.map(child => (isElement(child) ? serialize(child) : escaped(child.textContent ?? ""))).join("");
  return `<${element.localName}${attributes}${content === "" ? "/>" : `>${content}</${element.localName}>`}`;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

function escaped(text: string): string {
  return text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"]/g, letter => ESCAPES[letter] ?? letter);
}
