/**
 * Reads the address of the page, and keeps it up to date.
 *
 *     /s/<id>?step=12      a stored film, at a step
 *     /#code=<packed>      a snippet that is stored nowhere: deflated, in base64 for addresses
 *
 * The address follows the editor without asking the server. Inside a frame it is never rewritten.
 */
import { isEdited, type PageStore } from "./state";

export type Address =
  | { readonly kind: "link"; readonly id: string; readonly film: string | null }
  | { readonly kind: "code"; readonly packed: string }
  | { readonly kind: "plain" };

const CODE = /^#code=([\w-]+)/;
/** No snippet is larger; unpacking stops there. */
const MAX_CODE_BYTES = 256 * 1024;
const PAUSE_MS = 400;

export function readAddress(): Address {
  const id = meta("gradreel:snippet");
  if (id !== null) return { kind: "link", id, film: meta("gradreel:film") };
  const packed = CODE.exec(location.hash)?.[1];
  return packed ? { kind: "code", packed } : { kind: "plain" };
}

/** What the page of a link says about it. */
export function describedLink(): { readonly name: string; readonly origin: string } {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return { name: meta("gradreel:name") ?? "", origin: canonical ? new URL(canonical.href).origin : location.origin };
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

export async function codeAddress(code: string): Promise<string> {
  return `${location.origin}/#code=${await packCode(code)}`;
}

/** Let the address follow the editor: the stored link while the code is the link's own, else the code itself. */
export function followEditor(store: PageStore): void {
  if (window.top !== window) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.watch(
    page => [page.code, page.link, page.example] as const,
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => void rewrite(store), PAUSE_MS);
    },
  );
  store.watch(
    page => [page.tidy],
    ([tidy]) => keepTidy(tidy),
  );
  store.watch(
    page => [page.position, page.playing] as const,
    ([, playing]) => {
      if (!playing && location.pathname.startsWith("/s/") && !isEdited(store.get())) keepStep(store.get().position);
    },
  );
}

async function rewrite(store: PageStore): Promise<void> {
  const { code, link, example, examples, film, position } = store.get();
  const own = examples.find(({ id }) => id === example)?.code === code;
  const target = link?.code === code ? `/s/${link.id}` : own || code === "" ? "/" : `/#code=${await packCode(code)}`;
  if (store.get().code !== code || here() === target) return;
  // Keep a language or a step in an address that needs no change.
  if (target === "/" && location.hash === "" && !location.pathname.startsWith("/s/")) return;
  history.replaceState(null, "", link?.code === code && film ? `${target}?step=${position + 1}` : target);
  keepTidy(store.get().tidy);
}

function keepStep(position: number): void {
  const url = new URL(location.href);
  if (url.searchParams.get("step") === `${position + 1}`) return;
  url.searchParams.set("step", `${position + 1}`);
  history.replaceState(null, "", url);
}

function keepTidy(tidy: boolean): void {
  const url = new URL(location.href);
  if (askedTidy(url.searchParams) === tidy) return;
  if (tidy) url.searchParams.set("tidy", "1");
  else url.searchParams.delete("tidy");
  history.replaceState(null, "", url);
}

function here(): string {
  return location.pathname + location.hash;
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
    if (size > MAX_CODE_BYTES) throw new RangeError(`more than ${MAX_CODE_BYTES} bytes`);
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
