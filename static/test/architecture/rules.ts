/** The rules of the page's architecture, each a function from source files to the places that break it. */
import { dirname } from "node:path/posix";
import ts from "typescript";
import { importsOf, packagesOf, type Sources, walk } from "./sources";

/** For each room, a folder of `src`, the rooms that it may import from. */
export type Directions = Readonly<Record<string, readonly string[]>>;

export function wrongDirections(sources: Sources, rooms: Directions): readonly string[] {
  return pathsOf(sources).flatMap(path => {
    const room = roomOf(path);
    const allowed = rooms[room];
    if (allowed === undefined) return [`${path} is in no room of the table`];
    const wrong = importsOf(path, sources).filter(target => roomOf(target) !== room && !allowed.includes(roomOf(target)));
    return wrong.map(target => `${path} imports ${target}: ${room} may not import from ${roomOf(target)}`);
  });
}

/** For each room, the packages that it may import. */
export function wrongPackages(sources: Sources, packages: Directions): readonly string[] {
  return pathsOf(sources).flatMap(path => {
    const room = roomOf(path);
    const wrong = packagesOf(path, sources).filter(name => !(packages[room] ?? []).includes(name));
    return wrong.map(name => `${path} imports ${name}: ${room} may not`);
  });
}

/** What the table allows and nothing imports, as "room package". */
export function unusedPackages(sources: Sources, packages: Directions): readonly string[] {
  const used = new Set(pathsOf(sources).flatMap(path => packagesOf(path, sources).map(name => `${roomOf(path)} ${name}`)));
  return Object.entries(packages).flatMap(([room, names]) => names.map(name => `${room} ${name}`).filter(each => !used.has(each)));
}

export function fileCircles(sources: Sources): readonly string[] {
  return circlesIn(new Map(pathsOf(sources).map(path => [path, importsOf(path, sources)])));
}

export function folderCircles(sources: Sources): readonly string[] {
  const folders = new Map<string, Set<string>>();
  for (const path of pathsOf(sources)) {
    const folder = dirname(path);
    const targets = folders.get(folder) ?? new Set();
    for (const target of importsOf(path, sources)) if (dirname(target) !== folder) targets.add(dirname(target));
    folders.set(folder, targets);
  }
  return circlesIn(new Map([...folders].map(([folder, targets]) => [folder, [...targets]])));
}

/** Types, interfaces, classes and enums that two files declare and export under one name. */
export function repeatedTypes(sources: Sources): readonly string[] {
  const files = new Map<string, string[]>();
  for (const [path, source] of sources) {
    for (const statement of source.statements) {
      const name = isTypeDeclaration(statement) && isExported(statement) ? statement.name?.text : undefined;
      if (name !== undefined) files.set(name, [...(files.get(name) ?? []), path]);
    }
  }
  return [...files].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name} is exported by ${paths.join(", ")}`);
}

export function longFunctions(sources: Sources, maxLines: number): readonly string[] {
  const found: string[] = [];
  for (const [path, source] of sources) {
    walk(source, node => {
      if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return;
      const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
      const [first, last] = [lineOf(node.getStart()), lineOf(node.getEnd())];
      if (last - first + 1 > maxLines) found.push(`${path}:${first + 1} ${nameOf(node)} has ${last - first + 1} lines`);
    });
  }
  return found;
}

/** In rooms that run without a page, nothing is called `document` or `window`: neither the global nor a variable that hides it. */
export function documentUses(sources: Sources, rooms: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const [path, source] of sources) {
    if (!rooms.includes(roomOf(path))) continue;
    walk(source, node => {
      if (!ts.isIdentifier(node) || (node.text !== "document" && node.text !== "window") || isPropertyName(node)) return;
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} uses ${node.text}`);
    });
  }
  return found;
}

/** Tests that lie in no folder named like a room: nobody who changes a room would find them. */
export function unknownTestFolders(tests: Sources, rooms: readonly string[]): readonly string[] {
  return pathsOf(tests).filter(path => path.endsWith(".test.ts") && !rooms.includes(roomOf(path)));
}

/**
 * Places where the page decides something by the name of an op, which only the trace may: a comparison or a `case` with an op's name, a
 * list or a set of such names, a pattern with two or more of them.
 */
export function opNameLiterals(sources: Sources, opNames: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  for (const [path, source] of sources) {
    walk(source, node => {
      for (const name of opNamesIn(node, opNames)) found.push(`${path} ${name}`);
    });
  }
  return [...new Set(found)].sort();
}

/** A run of blanks or of letters, or a look back over one, which is tried at each sign of such a run: that takes the square of its length. */
const SLOW = [
  /^\/(?:\\s|\\w|\[ \\t\])(?:[*+]|\{\d+,\})(?!\/)/,
  /(?:^\/|\|)\(\?<[=!](?:[^()[\]]|\[[^\]]*\])*[*+]\)/,
  /\(\?:(?:\\s|\\w|\[ \\t\])(?:[*+]|\{\d+,\})\|/,
];

/** Regular expressions that take the square of the length of a text, whatever the text is about. */
export function slowPatterns(sources: Sources): readonly string[] {
  const found: string[] = [];
  for (const [path, source] of sources) {
    walk(source, node => {
      if (ts.isRegularExpressionLiteral(node) && SLOW.some(slow => slow.test(node.text))) found.push(`${path} ${node.text}`);
    });
  }
  return found;
}

function opNamesIn(node: ts.Node, opNames: ReadonlySet<string>): readonly string[] {
  const known = (items: readonly ts.Node[]) =>
    items.flatMap(item => (ts.isStringLiteralLike(item) && opNames.has(item.text) ? [item.text] : []));
  if (ts.isBinaryExpression(node) && [node.left, node.right].some(isNameOfOp)) return known([node.left, node.right]);
  if (ts.isSwitchStatement(node) && isNameOfOp(node.expression))
    return known(node.caseBlock.clauses.flatMap(clause => (ts.isCaseClause(clause) ? [clause.expression] : [])));
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && isNameOfOp(node.expression.expression))
    return known(node.arguments);
  if (ts.isArrayLiteralExpression(node) && node.elements.every(ts.isStringLiteralLike)) return known(node.elements);
  if (!ts.isRegularExpressionLiteral(node)) return [];
  const words = [...new Set(node.text.match(/\w+/g))].filter(word => opNames.has(word) || opNames.has(`__${word}__`));
  return words.length > 1 ? words : [];
}

/** `op.name`, `name`, `opName(…)` */
function isNameOfOp(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return isNameOfOp(node.expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text === "name";
  return ts.isIdentifier(node) && /^(op)?name$/i.test(node.text);
}

function pathsOf(sources: Sources): readonly string[] {
  return [...sources.keys()];
}

function roomOf(path: string): string {
  return path.split("/")[0] ?? "";
}

/** One circle through each point that lies on one and on none that was found before. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const [done, circles] = [new Set<string>(), [] as string[]];
  const visit = (point: string, trail: readonly string[]): void => {
    const at = trail.indexOf(point);
    if (at >= 0) circles.push([...trail.slice(at), point].join(" → "));
    if (at >= 0 || done.has(point)) return;
    for (const next of graph.get(point) ?? []) visit(next, [...trail, point]);
    done.add(point);
  };
  for (const point of graph.keys()) visit(point, []);
  return circles;
}

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration | ts.EnumDeclaration;

function isTypeDeclaration(node: ts.Node): node is TypeDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node);
}

function isExported(node: TypeDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function nameOf(node: ts.Node): string {
  const named = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || !node.parent ? node : node.parent;
  const name = "name" in named ? (named.name as ts.Node | undefined) : undefined;
  return name?.getText() ?? "a function";
}

/** The name in `a.name`, `{ name: … }` and the like, which says nothing of a variable. */
function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent))
    return parent.name === node;
  return ts.isBindingElement(parent) && parent.propertyName === node;
}
