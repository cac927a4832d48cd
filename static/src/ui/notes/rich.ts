/** Blocks of a note → elements. The server has read the Markdown: here is only text, and addresses that begin with http. */
import { el } from "../../dom/dom";
import type { NoteBlock } from "../../trace/contract";

const LISTS = { bullet: "ul", number: "ol" } as const;

export function rich(blocks: readonly NoteBlock[]): readonly HTMLElement[] {
  const made: HTMLElement[] = [];
  blocks.forEach(({ kind, pieces }, at) => {
    const content = pieces.map(piece);
    if (kind === "code") made.push(el("pre", {}, el("code", {}, pieces.map(({ text }) => text).join(""))));
    else if (kind === "paragraph") made.push(el("p", { dir: "auto" }, ...content));
    else {
      if (blocks[at - 1]?.kind !== kind) made.push(el(LISTS[kind]));
      made.at(-1)?.append(el("li", { dir: "auto" }, ...content));
    }
  });
  return made;
}

function piece({ text, marks, href }: NoteBlock["pieces"][number]): Node {
  const parts = text.split("\n").flatMap((line, at): (Node | string)[] => (at > 0 ? [el("br"), line] : [line]));
  const within =
    href !== null && /^https?:\/\//i.test(href) ? el("a", { href, target: "_blank", rel: "noopener nofollow" }, ...parts) : null;
  const content = within === null ? parts : [within];
  return marks.reduceRight<Node>((inner, mark) => el(mark, {}, inner), fragment(content));
}

function fragment(content: readonly (Node | string)[]): DocumentFragment {
  const made = document.createDocumentFragment();
  made.append(...content);
  return made;
}
