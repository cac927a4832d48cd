/** Whether code does nothing by itself when it runs: it has functions and classes, or a method without its class, and calls none of them. */
import { scan } from "./scan";

const DEFINES = /^(?:async\s+def|def|class)\b/;
/** Decorators, imports, a text for readers, and names for what is no call. */
const BINDS = /^(?:@|import\b|from\b|["']|[A-Za-z_]\w*\s*(?::[^=]*)?=[^=(]*$)/;

export function doesNothing(code: string): boolean {
  const isSaid = (text: string) => text.trim() !== "" && !/^\s*#/.test(text);
  const statements = scan(code).lines.filter(({ fresh, text }) => fresh && isSaid(text));
  const indents = statements.map(({ text }) => text.length - text.trimStart().length);
  const edge = indents.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  const outer = statements.filter((_, at) => indents[at] === edge).map(({ text }) => text.trim());
  return outer.some(text => DEFINES.test(text)) && outer.every(text => DEFINES.test(text) || BINDS.test(text));
}
