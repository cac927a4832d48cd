/** Turns a report of `gradreel why --format json` into problems and edits, without the editor's own types. */

import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { Change, Finding, Place, Report, WayOut } from "./report.gen";

export interface Span {
  readonly path: string;
  /** Lines and columns count from 0. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

export interface Problem {
  readonly at: Span;
  readonly kind: string;
  readonly severity: Finding["severity"];
  readonly message: string;
  readonly related: readonly { readonly at: Span; readonly message: string }[];
  readonly waysOut: readonly WayOut[];
}

export interface LineEdit {
  readonly path: string;
  /** The first line that is replaced, and how many are. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** `folder`: where the program was started, to which the report's paths are relative. */
export function problemsIn(report: Report, folder: string): readonly Problem[] {
  return report.findings.flatMap(finding => {
    const first = finding.places.find(({ primary }) => primary) ?? finding.places[0];
    if (!first) return [];
    return {
      at: spanOf(first, folder),
      kind: finding.kind,
      severity: finding.severity,
      message: `${finding.title}\n${finding.message}`,
      related: finding.places.map(place => ({ at: spanOf(place, folder), message: place.label })),
      waysOut: finding.ways_out.filter(({ changes }) => changes.length > 0),
    };
  });
}

/** The edits of a way out; null where a file no longer holds the lines that it was recorded with. */
export function editsOf(way: WayOut, folder: string, textOf: (path: string) => readonly string[] | null): readonly LineEdit[] | null {
  const edits = way.changes.map(change => editOf(change, folder));
  const fits = edits.every(({ path, line, removed }) => {
    const lines = textOf(path);
    return lines !== null && line <= lines.length && removed.every((text, at) => lines[line + at] === text);
  });
  return fits ? edits : null;
}

/** Lines of a file: as it is open in the editor, else as it is on the disk; null where it is nowhere. */
export function linesOf(path: string, open: ReadonlyMap<string, string>): readonly string[] | null {
  try {
    return (open.get(path) ?? readFileSync(path, "utf8")).split(/\r?\n/);
  } catch {
    return null;
  }
}

function editOf({ path, line, removed, added }: Change, folder: string): LineEdit {
  return { path: absolute(path, folder), line: line - 1, removed, added };
}

function spanOf({ path, line, column, end_column }: Place, folder: string): Span {
  return { path: absolute(path, folder), line: line - 1, column: column - 1, endColumn: end_column - 1 };
}

export function absolute(path: string, folder: string): string {
  return isAbsolute(path) ? path : resolve(folder, path);
}
