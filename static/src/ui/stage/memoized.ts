/** Remembers texts: a film has few different ones, many times each. */
import type { Wording } from "../../graph/sizes";

export function memoized(word: Wording): Wording {
  const known = new Map<string, string>();
  return (key, params) => {
    const name = params === undefined ? key : `${key} ${Object.values(params).join(" ")}`;
    const text = known.get(name) ?? word(key, params);
    known.set(name, text);
    return text;
  };
}
