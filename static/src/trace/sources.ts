/** The files of a program: what each is called and what its lines say, and the parameters that word a line of it. */
import type { Run } from "./contract";

export interface SourceText {
  /** What sentences call it. */
  readonly name: string;
  readonly path: string;
  readonly lines: readonly string[];
}

/** A line of a file; films of schema version 1 state no file. */
export interface CodeLine {
  readonly line: number | null;
  readonly file?: number;
}

/** Whether there is anything to show of a file: a film holds no text of those in which nothing of it happened. */
export const hasText = ({ lines }: SourceText): boolean => lines.length > 1 || lines[0] !== "";

export function sourcesOf({ files, code }: Run): readonly SourceText[] {
  const given = files?.length ? files : [{ path: "snippet.py", name: null, text: null }];
  return given.map(({ path, name, text }) => ({ path, name: name ?? path, lines: (text ?? code).split("\n") }));
}

/** The text of a line, without its comment. */
export function lineText(sources: readonly SourceText[], { line, file }: CodeLine): string {
  const text = line === null ? "" : sources[file ?? 0]?.lines[line - 1];
  return (text ?? "").replace(/\s+#.*$/, "").trim();
}

/** The text of what wrote: the call, where its line holds more, else the line. */
export function editText(sources: readonly SourceText[], op: CodeLine & { readonly code: string | null }): string {
  return op.code ?? lineText(sources, op);
}

/** The parameters of a message that names a line: its file as well where the film has several, see NOTE [Places]. */
export function lineOf(
  { sources }: { readonly sources: readonly SourceText[] },
  { line, file }: CodeLine,
): Record<string, string | number> {
  const name = sources.length > 1 ? sources[file ?? 0]?.name : undefined;
  return { line: line ?? 0, ...(name === undefined ? {} : { file: name }) };
}
