/** Shows, over a name in the code, what is known of its tensor at the film's step. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

const PAUSE_MS = 250;

/** The lines of a function. */
interface Lines {
  readonly first: number;
  readonly last: number;
}

/**
 * What to show for a name, given as written, the longest form first: `self.w.grad`, `self.w`; null where there is nothing to show.
 * `functions` are those around it, innermost first.
 */
export type Describe = (names: readonly string[], functions: readonly Lines[]) => Node | null;

export function tensorHover(describe: Describe): Extension {
  return hoverTooltip(
    (view, pos, side) => {
      const name = nameAt(view.state, pos, side);
      const content = name && describe(name.names, functionsAround(view.state, name.from));
      if (!name || !content) return null;
      return { pos: name.from, end: name.to, above: true, create: () => ({ dom: framed(content) }) };
    },
    { hoverTime: PAUSE_MS },
  );
}

interface NameAt {
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
}

function nameAt(state: EditorState, pos: number, side: -1 | 1): NameAt | null {
  const node = syntaxTree(state).resolveInner(pos, side);
  if (node.name === "VariableName") return { from: node.from, to: node.to, names: [state.sliceDoc(node.from, node.to)] };
  const member = node.name === "PropertyName" ? node.parent : null;
  if (member?.name !== "MemberExpression") return null;
  const whole = state.sliceDoc(member.from, member.to).replace(/\s+/g, "");
  return { from: member.from, to: member.to, names: [whole, whole.replace(/\.\w+$/, "")] };
}

function functionsAround(state: EditorState, pos: number): Lines[] {
  const found: Lines[] = [];
  const line = (at: number) => state.doc.lineAt(at).number;
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(pos, 1); node; node = node.parent) {
    if (node.name === "FunctionDefinition") found.push({ first: line(node.from), last: line(node.to) });
  }
  return found;
}

function framed(content: Node): HTMLElement {
  const host = document.createElement("div");
  host.className = "name-card";
  host.append(content);
  return host;
}
