/** Reads TypeScript files without running them: their syntax trees, what they import and which files they import it from. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import ts from "typescript";

/** Files by their path from `src`, such as `trace/index.ts`. */
export type Sources = ReadonlyMap<string, ts.SourceFile>;

export function sourcesIn(folder: string): Sources {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map(path => path.replaceAll("\\", "/"));
  const own = paths.filter(path => path.endsWith(".ts") && !path.endsWith(".d.ts") && !path.endsWith(".gen.ts")).sort();
  return sourcesOf(Object.fromEntries(own.map(path => [path, readFileSync(join(folder, path), "utf8")])));
}

export function sourcesOf(texts: Readonly<Record<string, string>>): Sources {
  return new Map(Object.entries(texts).map(([path, text]) => [path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)]));
}

/** Call `visit` with every node below, the outermost first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, child => {
    visit(child);
    walk(child, visit);
  });
}

/** Our own files that a file imports, types included, whichever way: static, dynamic, re-exported, or as the file of a worker. */
export function importsOf(path: string, sources: Sources): readonly string[] {
  const source = sources.get(path);
  if (source === undefined) return [];
  const found = new Set<string>();
  walk(source, node => {
    const specifier = specifierOf(node);
    if (!specifier?.startsWith(".")) return;
    const target = normalize(join(dirname(path), specifier));
    const file = [target, `${target}.ts`, `${target}/index.ts`].find(candidate => sources.has(candidate));
    if (file !== undefined) found.add(file);
  });
  return [...found];
}

/** Names of the packages that a file imports, types included. */
export function packagesOf(path: string, sources: Sources): readonly string[] {
  const found = new Set<string>();
  const source = sources.get(path);
  if (source === undefined) return [];
  walk(source, node => {
    const specifier = specifierOf(node);
    if (specifier === undefined || specifier.startsWith(".") || specifier.startsWith("locales/")) return;
    found.add(
      specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  });
  return [...found];
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : undefined;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return textOf(node.arguments[0]);
  const url = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "URL";
  return url ? textOf(node.arguments?.[0]) : undefined;
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}
