/** Which names stand behind a dot, from a table of PyTorch's names and from what the snippet imports. Pure. */

export interface TorchNames {
  /** By module, in full: its public names, with blanks between them. */
  readonly modules: Readonly<Record<string, string>>;
  readonly tensor: string;
}

/** What the snippet calls a module: `F` for `torch.nn.functional`. Names that it imports and that are no module of torch stand for themselves. */
export type Aliases = ReadonlyMap<string, string>;

const IMPORT = /^[ \t]*import[ \t]+(.+)$/gm;
const FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(.+)$/gm;
const NAMED = /^([\w.]+)(?:\s+as\s+(\w+))?$/;

export function aliasesIn(code: string): Aliases {
  const aliases = new Map<string, string>([["torch", "torch"]]);
  for (const [, list = ""] of code.matchAll(IMPORT))
    for (const [name, as] of namesIn(list)) aliases.set(as ?? rootOf(name), as ? name : rootOf(name));
  for (const [, module = "", list = ""] of code.matchAll(FROM))
    for (const [name, as] of namesIn(list)) aliases.set(as ?? name, `${module}.${name}`);
  return aliases;
}

/** The names that may follow `path.`; none where it is something else than a module of torch or a tensor. */
export function torchNames({ modules, tensor }: TorchNames, aliases: Aliases, path: string): readonly string[] {
  const [first = "", ...rest] = path.split(".");
  const module = aliases.get(first);
  if (module !== undefined) return modules[[module, ...rest].join(".")]?.split(" ") ?? [];
  return isTensorLike(path) ? tensor.split(" ") : [];
}

/** `self.` and names that begin like a class are seldom tensors; `self.weight.`, `x.` and `f(x).` may be. */
function isTensorLike(path: string): boolean {
  return path !== "self" && path !== "cls" && !/^(?:[A-Z]|\d)/.test(path);
}

function namesIn(list: string): readonly (readonly [name: string, as: string | undefined])[] {
  const items = list.replace(/#.*$/, "").replace(/[()]/g, "").split(",");
  return items.flatMap(item => {
    const found = NAMED.exec(item.trim());
    return found ? [[found[1] ?? "", found[2]] as const] : [];
  });
}

function rootOf(name: string): string {
  return name.split(".")[0] ?? name;
}
