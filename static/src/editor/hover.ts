/** Shows, over a name in the code, what is known of its tensor at the film's step. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";

const PAUSE_MS = 250;

/** What to show for a name, given as written, the longest form first: `self.w.grad`, `self.w`; null where there is nothing to show. */
export type Describe = (names: readonly string[]) => Node | null;

export function tensorHover(describe: Describe): Extension {
  return hoverTooltip(
    (view, pos, side) => {
      const name = nameAt(view.state, pos, side);
      const content = name && describe(name.names);
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

function framed(content: Node): HTMLElement {
  const host = document.createElement("div");
  host.className = "name-card";
  host.append(content);
  return host;
}
