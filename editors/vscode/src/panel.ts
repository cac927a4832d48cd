/** The film beside the editor: follows the cursor, and the cursor follows it. */

import * as vscode from "vscode";
import { type FilmMessage, forPanel } from "./film";
import { absolute } from "./problems";
import type { Recorded } from "./record";

export class FilmPanel {
  private panel: vscode.WebviewPanel | null = null;
  private shown: Recorded | null = null;
  private readonly mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.stackFrameHighlightBackground"),
  });

  show(recorded: Recorded): void {
    this.shown = recorded;
    this.panel ??= this.create();
    this.panel.title = recorded.report.program;
    this.panel.webview.html = forPanel(recorded.html);
    this.panel.reveal(undefined, true);
  }

  /** Show the step of the line that the cursor has moved to. */
  follow(editor: vscode.TextEditor): void {
    const file = this.shown?.files.findIndex(path => this.isFile(path, editor.document.uri)) ?? -1;
    const message: FilmMessage = { file, line: editor.selection.active.line + 1 };
    if (file >= 0) void this.panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.panel?.dispose();
    this.mark.dispose();
  }

  private create(): vscode.WebviewPanel {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("gradreel.film", "Gradreel", column, {
      enableScripts: true,
      retainContextWhenHidden: true,
      localResourceRoots: [],
    });
    panel.webview.onDidReceiveMessage((message: FilmMessage) => this.reveal(message));
    panel.onDidDispose(() => {
      this.panel = null;
      for (const editor of vscode.window.visibleTextEditors) editor.setDecorations(this.mark, []);
    });
    return panel;
  }

  /** Mark the line of the film's step, in the editors that show its file, and bring it into view. */
  private reveal({ file, line }: FilmMessage): void {
    const path = this.shown?.files[file];
    if (path === undefined || !Number.isInteger(line) || line < 1) return;
    for (const editor of vscode.window.visibleTextEditors) {
      const here = this.isFile(path, editor.document.uri) && line <= editor.document.lineCount;
      const range = here ? editor.document.lineAt(line - 1).range : null;
      editor.setDecorations(this.mark, range ? [range] : []);
      if (range) editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private isFile(path: string, uri: vscode.Uri): boolean {
    return this.shown !== null && vscode.Uri.file(absolute(path, this.shown.folder)).fsPath === uri.fsPath;
  }
}
