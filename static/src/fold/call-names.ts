/** Names a call: by what is called, and as the program writes it. */
import type { Call } from "./call";

/** `encoder.layers.0` → `layers.0`; a module that the program has not named yet is its class; `SGD.step` as it is; `step()`. */
export function labelOf({ what, name, module }: Call): string {
  if (what === "library") return name.replace(/\.__init__$/, "");
  if (what === "function") return `${name.split(".").at(-1) ?? name}()`;
  return /[^.]+(\.\d+)*$/.exec((module ?? "").replace(/^self(\.|$)/, ""))?.[0] ?? name;
}

/** A library call as the program writes it: `opt.step()`; `Table.__init__` as `Table()`. */
export function writtenLabel(call: Call, text: string): string {
  const { what, name } = call;
  const [last = name, owner] = name.split(".").reverse();
  if (what === "library") return writtenCall(text, name) ?? nextOf(text, last) ?? `${labelOf(call)}()`;
  if (what === "function" && owner !== undefined && /^__.+__$/.test(last)) return `${specialName(owner, last)}()`;
  return labelOf(call);
}

function specialName(owner: string, method: string): string {
  return method === "__init__" ? owner : `${owner}.${method}`;
}

/** What the header of a loop takes from an iterator, `next(loader)`. */
function nextOf(header: string, method: string): string | null {
  const iterated = /^\s*(?:async\s+)?for\s.+?\sin\s+(?:enumerate\()?([\w.]+)/.exec(header.slice(0, MAX_SEARCHED_LETTERS))?.[1];
  return method !== "__next__" || iterated === undefined ? null : `next(${iterated})`;
}

/** What is searched grows with the square of a line's length. */
const MAX_SEARCHED_LETTERS = 500;

/**
 * A method with what it was called on, `opt_d.step()` or `Net().apply()`; a function without its package, `clip_grad_norm_()`. Null where the
 * line calls it on several things.
 */
function writtenCall(line: string, name: string): string | null {
  const pieces = name.split(".");
  const call = new RegExp(`(?:[\\w.\\]\\[]|\\(\\))*\\b${pieces.at(-1)?.replace(/\W/g, "")}(?=\\s*\\()`, "g");
  const found = new Set(line.slice(0, MAX_SEARCHED_LETTERS).match(call) ?? []);
  const [only] = found;
  return found.size !== 1 || only === undefined ? null : `${only.split(".").slice(-pieces.length).join(".")}()`;
}
