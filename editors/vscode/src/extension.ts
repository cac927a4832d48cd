/** Gradreel in VS Code: commands that record, the film in a panel, problems with quick fixes, and a lens on backward(). */

import { dirname, relative } from "node:path";
import * as vscode from "vscode";
import { backwardLines, endOfCell, testAt } from "./cursor";
import { Problems } from "./diagnostics";
import { FilmPanel } from "./panel";
import { type Order, type Recorded, record } from "./record";

const PYTHON: vscode.DocumentSelector = { language: "python", scheme: "file" };

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("Gradreel");
  const panel = new FilmPanel();
  const problems = new Problems();
  let last: Recorded | null = null;

  const make = async (editor: vscode.TextEditor, what: Order["what"], folder: string): Promise<void> => {
    await editor.document.save();
    const settings = vscode.workspace.getConfiguration("gradreel", editor.document.uri);
    const order: Order = { python: await pythonFor(editor.document.uri), folder, language: settings.get("language", "en"), what };
    output.clear();
    const progress = { location: vscode.ProgressLocation.Window, title: "Gradreel: recording" };
    try {
      last = await vscode.window.withProgress(progress, () => record(order, text => output.append(text)));
      problems.show(last);
      panel.show(last);
    } catch (error) {
      output.show(true);
      void vscode.window.showErrorMessage(`Gradreel: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const command = (name: string, act: (editor: vscode.TextEditor) => Promise<void>) =>
    vscode.commands.registerCommand(name, async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.languageId === "python") await act(editor);
      else void vscode.window.showInformationMessage("Gradreel: open a Python file first.");
    });
  const say = (sentence: string) => void vscode.window.showInformationMessage(`Gradreel: ${sentence}`);

  context.subscriptions.push(
    output,
    panel,
    problems,
    command("gradreel.recordFile", editor => make(editor, fileOf(editor, null), dirname(editor.document.fileName))),
    command("gradreel.recordCell", async editor => {
      const end = endOfCell(linesOf(editor.document), editor.selection.active.line);
      if (end === null) say("this file has no cells. A cell begins with # %%.");
      else await make(editor, fileOf(editor, end + 1), dirname(editor.document.fileName));
    }),
    command("gradreel.recordTest", async editor => {
      const name = testAt(linesOf(editor.document), editor.selection.active.line);
      const root = vscode.workspace.getWorkspaceFolder(editor.document.uri)?.uri.fsPath ?? dirname(editor.document.fileName);
      if (name === null) say("the cursor is in no test.");
      else await make(editor, { kind: "test", id: `${relative(root, editor.document.fileName)}::${name}` }, root);
    }),
    vscode.commands.registerCommand("gradreel.showFilm", () => {
      if (last) panel.show(last);
      else say("nothing has been recorded yet.");
    }),
    // A lens puts the cursor on its line, so that the test is the one it stands above.
    vscode.commands.registerCommand("gradreel.at", async (name: string, start: vscode.Position) => {
      const editor = vscode.window.activeTextEditor;
      if (editor) editor.selection = new vscode.Selection(start, start);
      await vscode.commands.executeCommand(name);
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      if (kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) panel.follow(textEditor);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) problems.forget(document.uri);
    }),
    vscode.languages.registerCodeActionsProvider(PYTHON, problems, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
    vscode.languages.registerCodeLensProvider(PYTHON, { provideCodeLenses: lensesIn }),
  );
}

function fileOf(editor: vscode.TextEditor, until: number | null): Order["what"] {
  return { kind: "file", path: editor.document.fileName, until };
}

function lensesIn(document: vscode.TextDocument): vscode.CodeLens[] {
  const lines = linesOf(document);
  return backwardLines(lines).map(line => {
    const [command, title] =
      testAt(lines, line) === null
        ? ["gradreel.recordFile", "Record this file's backward passes"]
        : ["gradreel.recordTest", "Record this test's backward passes"];
    const range = document.lineAt(line).range;
    return new vscode.CodeLens(range, { command: "gradreel.at", title, arguments: [command, range.start] });
  });
}

function linesOf(document: vscode.TextDocument): readonly string[] {
  return document.getText().split(/\r?\n/);
}

/** The Python of the settings, else the one that the Python extension has chosen for a file, else the system's. */
async function pythonFor(uri: vscode.Uri): Promise<string> {
  const set = vscode.workspace.getConfiguration("gradreel", uri).get("python", "");
  if (set) return set;
  const python = vscode.extensions.getExtension("ms-python.python");
  if (!python) return "python3";
  const api = (await python.activate()) as
    | { environments?: { getActiveEnvironmentPath(of: vscode.Uri): { readonly path: string } } }
    | undefined;
  return api?.environments?.getActiveEnvironmentPath(uri).path ?? "python3";
}
