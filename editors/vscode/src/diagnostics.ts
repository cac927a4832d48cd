/** Shows problems in the editor's own list, with the places that they relate to, and offers their ways out as quick fixes. */

import * as vscode from "vscode";
import { absolute, editsOf, linesOf, type Problem, problemsIn, type Span } from "./problems";
import type { Recorded } from "./record";

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  note: vscode.DiagnosticSeverity.Information,
} as const;

export class Problems implements vscode.CodeActionProvider {
  private readonly collection = vscode.languages.createDiagnosticCollection("gradreel");
  private shown: { readonly diagnostic: vscode.Diagnostic; readonly path: string; readonly problem: Problem }[] = [];
  private folder = "";

  show({ report, folder, files }: Recorded): void {
    this.folder = folder;
    this.collection.clear();
    this.shown = problemsIn(report, folder).map(problem => ({ diagnostic: diagnosticOf(problem), path: problem.at.path, problem }));
    for (const path of new Set([...files.map(file => absolute(file, folder)), ...this.shown.map(({ path }) => path)])) {
      const here = this.shown.filter(each => each.path === path).map(({ diagnostic }) => diagnostic);
      if (here.length > 0) this.collection.set(vscode.Uri.file(path), here);
    }
  }

  /** Problems of a file that has been edited are of a program that is no more. */
  forget(uri: vscode.Uri): void {
    this.collection.delete(uri);
    this.shown = this.shown.filter(({ path }) => path !== uri.fsPath);
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const here = this.shown.filter(({ diagnostic, path }) => path === document.uri.fsPath && diagnostic.range.intersection(range));
    return here.flatMap(({ diagnostic, problem }) =>
      problem.waysOut.flatMap((way, at) => {
        const edits = editsOf(way, this.folder, path => linesOf(path, openTexts()));
        if (!edits) return [];
        const action = new vscode.CodeAction(way.message, vscode.CodeActionKind.QuickFix);
        action.diagnostics = [diagnostic];
        action.isPreferred = at === 0;
        action.edit = new vscode.WorkspaceEdit();
        for (const { path, line, removed, added } of edits) {
          const text = added.map(each => `${each}\n`).join("");
          action.edit.replace(vscode.Uri.file(path), new vscode.Range(line, 0, line + removed.length, 0), text);
        }
        return action;
      }),
    );
  }

  dispose(): void {
    this.collection.dispose();
  }
}

function diagnosticOf({ at, kind, severity, message, related }: Problem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(at), message, SEVERITIES[severity]);
  diagnostic.source = "gradreel";
  diagnostic.code = kind;
  diagnostic.relatedInformation = related.map(
    each => new vscode.DiagnosticRelatedInformation(new vscode.Location(vscode.Uri.file(each.at.path), rangeOf(each.at)), each.message),
  );
  return diagnostic;
}

function rangeOf({ line, column, endColumn }: Span): vscode.Range {
  return new vscode.Range(line, column, line, endColumn);
}

/** Texts of open files as they are now, saved or not. */
function openTexts(): ReadonlyMap<string, string> {
  return new Map(vscode.workspace.textDocuments.map(document => [document.uri.fsPath, document.getText()]));
}
