/**
 * Reads what the address of the page names, and packs code into it.
 *
 *     /e/<id>?step=12      a built-in example, at a step
 *     /s/<id>?step=12      a stored film
 *     /#code=<packed>      a snippet that is stored nowhere: deflated, in base64 for addresses
 */

import { MAX_TEXT_CHARS } from "../snippet/limits";
import { readShow, type Show } from "../trace/show";
import { ApiProblem } from "./api";
import type { StoredLink } from "./state";

/** `film` is the path of the stored run; null where none is known. */
export type Address =
  | { readonly kind: "link" | "example"; readonly id: string; readonly film: string | null }
  | { readonly kind: "code"; readonly packed: string }
  | { readonly kind: "plain" };

const CODE = /^#code=([\w-]+)/;
const LINK = /^\/s\/(\w+)$/;
const EXAMPLE = /^\/e\/([\w-]+)$/;
/** The editor takes no more; unpacking stops there. */
const MAX_CODE_BYTES = MAX_TEXT_CHARS;

/** What the server made this page for. */
export function servedAddress(): Address {
  const [link, example, film] = [meta("gradreel:snippet"), meta("gradreel:example"), meta("gradreel:film")];
  if (link !== null) return { kind: "link", id: link, film };
  if (example !== null) return { kind: "example", id: example, film };
  const asked = new URLSearchParams(location.search).get("example");
  if (asked !== null && !CODE.test(location.hash)) return { kind: "example", id: asked, film: null };
  return addressAt(new URL(location.href));
}

/** The example whose stored film a visit without an address of its own opens with; null where the server has none. */
export function servedOpening(): { readonly example: string; readonly film: string } | null {
  const [example, film] = [meta("gradreel:opening"), meta("gradreel:opening-film")];
  return example === null || film === null ? null : { example, film };
}

/** What an address of this page names, once the page is there. */
export function addressAt({ pathname, hash }: URL): Address {
  const [link, example, packed] = [LINK.exec(pathname)?.[1], EXAMPLE.exec(pathname)?.[1], CODE.exec(hash)?.[1]];
  if (link) return { kind: "link", id: link, film: `/s/${link}.json` };
  if (example) return { kind: "example", id: example, film: null };
  return packed ? { kind: "code", packed } : { kind: "plain" };
}

/** What the page that was served says about a link: its name where it is the page of that link, and where readers reach it. */
export function describedLink(id: string): Pick<StoredLink, "name" | "named" | "origin"> {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const told = meta("gradreel:snippet") === id;
  return {
    name: (told ? meta("gradreel:name") : null) ?? "",
    named: told && meta("gradreel:named") !== null,
    origin: canonical ? new URL(canonical.href).origin : location.origin,
  };
}

/** What of a film an address asks for. */
export interface AskedView {
  /** Null where it asks for no step. */
  readonly position: number | null;
  readonly show: Show;
  /** What the story is about, see story/subject.ts; null for the worst diagnosis. */
  readonly about: string | null;
  /** The number of the cell that is shown; null where none is asked for. A step says more. */
  readonly cell: number | null;
}

const SUBJECT = /^(d[1-9]\d{0,2}|t\d{1,7}(\.grad\d{0,5})?)$/;

/** `?step=12&show=story&about=t3&cell=2`; what cannot be read asks for nothing. */
export function askedView(url: URLSearchParams): AskedView {
  const about = url.get("about") ?? "";
  return {
    position: askedPosition(url),
    show: readShow(url.get("show")) ?? "story",
    about: SUBJECT.test(about) ? about : null,
    cell: askedCell(url),
  };
}

/** Write what is shown into a query: nothing for what a film opens on by itself. */
export function writeView(
  url: URLSearchParams,
  { show, about, cell = null }: Pick<AskedView, "show" | "about"> & Partial<AskedView>,
): void {
  for (const [name, value] of [
    ["show", show === "story" && about === null ? null : show],
    ["about", show === "story" ? about : null],
    ["cell", cell === null ? null : `${cell}`],
  ] as const) {
    if (value === null) url.delete(name);
    else if (value !== url.get(name)) url.set(name, value);
  }
}

/** The number of the cell of code that `?cell=` asks for; null where it asks for none. */
export function askedCell(url: URLSearchParams): number | null {
  const cell = url.get("cell") ?? "";
  return /^[1-9]\d{0,4}$/.test(cell) ? Number(cell) : null;
}

/** What an address asks to be compared. */
export interface AskedSide {
  /** Of a link; null for the film that is open. */
  readonly id: string | null;
  /** The number of a cell of code; null for the whole program. */
  readonly cell: number | null;
}

const SIDE = /^(?:([1-9]\d{0,4})|([0-9a-z]{10,52})(?:\.([1-9]\d{0,4}))?)$/;
const MAX_SIDES = 4;

/** `?compare=3,5` asks for cells, `<id>,<id>` for links, `<id>.3,<id>.3` for cells of links; null for what names no two to four of them. */
export function askedSides(url: URLSearchParams): readonly AskedSide[] | null {
  const found = (url.get("compare") ?? "").split(",").map(each => SIDE.exec(each));
  const sides = found.flatMap(match => {
    if (match === null) return [];
    const cell = match[1] ?? match[3];
    return [{ id: match[2] ?? null, cell: cell === undefined ? null : Number(cell) }];
  });
  return sides.length === found.length && sides.length > 1 && sides.length <= MAX_SIDES ? sides : null;
}

/** `?tidy=1` asks for few crossings. */
export function askedTidy(url: URLSearchParams): boolean {
  return url.get("tidy") === "1";
}

/** The position that `?step=` asks for; null where it asks for none. */
export function askedPosition(url: URLSearchParams): number | null {
  const step = Number(url.get("step"));
  return Number.isInteger(step) && step > 0 ? step - 1 : null;
}

export async function packCode(code: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(code), new CompressionStream("deflate-raw"));
  const letters = Array.from(packed, byte => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws on what `packCode` did not make. */
export async function unpackCode(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** `query` is empty, or begins with a question mark. */
export async function codeAddress(code: string, query = ""): Promise<string> {
  return `${location.origin}/${query}#code=${await packCode(code)}`;
}

function meta(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > MAX_CODE_BYTES) throw new ApiProblem("too_large", `It has more than ${MAX_CODE_BYTES} bytes.`);
    chunks.push(read.value);
  }
  const joined = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}
