/**
 * Writes the notices of all packages whose code is in a bundle: name, version, license and its text, as their licenses ask for.
 *
 * modules of every bundle, workers included ─▶ packages, and what they depend on ─▶ a part for each build ─┬─▶ dist/THIRD_PARTY_LICENSES.txt
 *                                                                                                         └─▶ those in gradreel/player
 *
 * Vite's own `build.license` knows nothing of workers, of NOTICE files, and of what is in a package that was bundled by its author.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its files, as they are; of a package that has none, who wrote it. */
  readonly texts: readonly string[];
  readonly author: string;
}

/** What one build makes. */
export type Part = "page" | "embed" | "still" | "offline";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PARTS = join(HERE, "node_modules", ".notices");
const PLAYER = join(HERE, "../gradreel/player");
const NAME = "THIRD_PARTY_LICENSES.txt";
/** Which files hold what of which parts. */
const FILES: readonly (readonly [string, readonly Part[]])[] = [
  [join(HERE, "dist", NAME), ["page", "embed", "still", "offline"]],
  [join(PLAYER, NAME), ["still", "offline"]],
  [join(PLAYER, `offline-${NAME}`), ["offline"]],
];
const NOTICE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i;
/** Packages that others depend on and that have no code in a bundle. */
const NOT_SHIPPED: ReadonlySet<string> = new Set(["@scarf/scarf"]);
/** Helpers that a bundler adds, by the beginning of their modules' names. */
const ADDED: readonly (readonly [string, string])[] = [
  ["\0vite/", "vite"],
  ["\0rolldown/", "rolldown"],
];
/** Begins, in the license of Vite, what is in Vite and in no page. */
const OF_THE_TOOL = /^# Licenses of bundled dependencies$/m;
const RULE = "=".repeat(80);

/** Collects the packages of a build; `inWorker` makes the plugin for its workers, which are built before it. */
export function notices(part: Part): Plugin & { readonly inWorker: () => Plugin } {
  const modules = new Set<string>();
  const collect: Plugin = {
    name: "notices-of-workers",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") for (const id of chunk.moduleIds) modules.add(id);
    },
  };
  return {
    ...collect,
    name: "notices",
    writeBundle() {
      mkdirSync(PARTS, { recursive: true });
      writeFileSync(join(PARTS, `${part}.json`), JSON.stringify(noticesOf(foldersOf(modules))));
      for (const [file, parts] of FILES) {
        const all = parts.flatMap(each => partNotices(each));
        if (parts.includes(part)) writeFileSync(file, textOf(all, [...all, ...partNotices("page")]));
      }
    },
    inWorker: () => collect,
  };
}

/** The folders of the packages that modules are of. */
export function foldersOf(modules: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const id of modules) {
    const added = ADDED.find(([start]) => id.startsWith(start))?.[1];
    const folder = added
      ? join(HERE, "node_modules", added)
      : id.includes("/node_modules/")
        ? packageAt(dirname(id.replace(/[?#].*$/, "")))
        : null;
    if (folder) folders.add(folder);
  }
  return folders;
}

/** The notices of packages and of all that they depend on, since a package may have been bundled with it. */
export function noticesOf(folders: Iterable<string>): readonly Notice[] {
  const found = new Map<string, Notice>();
  const seen = new Set(folders);
  for (const folder of seen) {
    const { name, version, license, author, dependencies } = manifestOf(folder);
    const isTool = ADDED.some(([, tool]) => tool === name);
    for (const each of isTool ? [] : Object.keys(dependencies ?? {})) if (!NOT_SHIPPED.has(each)) seen.add(dependencyOf(folder, each));
    if (!license) throw new Error(`${name} ${version} states no license, and its code is in the page: see static/notices.ts`);
    found.set(`${name} ${version}`, { name, version, license, texts: textsIn(folder), author: authorOf(author) });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One text of all notices, each license once for all packages that have the same; `known` are others to take a license's wording from. */
export function textOf(all: readonly Notice[], known: readonly Notice[] = all): string {
  const packages = new Map<string, Set<string>>();
  for (const notice of all) {
    const text = (notice.texts.length > 0 ? notice.texts : [wordingOf(notice, known)]).join("\n\n");
    packages.set(text, (packages.get(text) ?? new Set()).add(`${notice.name} ${notice.version} (${notice.license})`));
  }
  const sections = [...packages].map(([text, names]) => `${RULE}\n${[...names].join("\n")}\n${RULE}\n\n${text}\n`);
  return `Gradreel contains code of these packages, under these licenses.\n\n${sections.join("\n")}`;
}

/** The license of a package that comes without its text: the wording that another package has of the same one, with its own author. */
function wordingOf({ name, version, license, author }: Notice, known: readonly Notice[]): string {
  const other = known.find(each => each.license === license && each.texts.length > 0)?.texts[0];
  if (other === undefined)
    throw new Error(`${name} ${version} has no text of its license, ${license}, and no other package has it: see static/notices.ts`);
  return `Copyright ${author}\n\n${other.replace(/^[^\S\n]*Copyright .*\n+/gim, "")}`;
}

function partNotices(part: Part): readonly Notice[] {
  const file = join(PARTS, `${part}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Notice[]) : [];
}

function textsIn(folder: string): readonly string[] {
  // Beside a bundle its author may have left the notices of what is in it: swagger-ui-es-bundle.js.LICENSE.txt.
  const files = readdirSync(folder).filter(name => NOTICE_FILE.test(name) || name.endsWith("bundle.js.LICENSE.txt"));
  const texts = files
    .sort()
    .map(name => (readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").split(OF_THE_TOOL)[0] ?? "").trim());
  return [...new Set(texts)];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function authorOf(author: Manifest["author"]): string {
  return typeof author === "string" ? author : (author?.name ?? "its authors");
}

/** The package that a folder is in: some have a package.json further in, which names nothing. */
function packageAt(folder: string): string | null {
  for (let at = folder; basename(at) !== "node_modules"; at = dirname(at)) {
    if (existsSync(join(at, "package.json")) && manifestOf(at).name) return at;
    if (at === dirname(at)) break;
  }
  return null;
}

function dependencyOf(folder: string, name: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const there = resolve(at, "node_modules", name);
    if (existsSync(join(there, "package.json"))) return there;
  }
  throw new Error(`${name}, which ${folder} depends on, is not installed: run npm ci`);
}
