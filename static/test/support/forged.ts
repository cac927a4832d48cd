/** Films that no program makes: a real one in which a share of the ids, event numbers and names is replaced, always alike for one seed. */
import type { Run } from "../../src/trace/contract";

export type Random = () => number;

/** Numbers from 0 to 1 (mulberry32), so that a failure can be made again. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ID = /^([tnskmc])[1-9]\d*$/;
const EVENT_FIELDS = new Set(["event", "edit_event", "raise_event", "op"]);
const NUMBER_FIELDS = new Set([
  "line",
  "saved_line",
  "edit_line",
  "raise_line",
  "cut_line",
  "depth",
  "iteration",
  "saved_version",
  "output_nr",
]);
const NAMES = [
  "x".repeat(200),
  "变量".repeat(100),
  "a.b".repeat(30),
  "",
  "[0]",
  "\u202e\u0000<script>",
  "__proto__",
  "g:stale",
  "constructor",
];
/** Ids that are no record of the film: next to one, the largest that the contract allows, and none of it at all. */
const ABSENT = ["1000000", "999999999", "0", "-1"];

/** `share` of what may be replaced is. What a record calls itself stays, so that the film is one that its readers accept. */
export function forged(run: Run, seed: number, share: number): Run {
  const random = randomFrom(seed);
  const ids = idsIn(run);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const isHit = () => random() < share;
  const forge = (value: unknown, field: string, own: boolean): unknown => {
    if (Array.isArray(value)) return value.filter(() => random() >= share / 8).map(each => forge(each, field, own));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === "id" && own ? each : forge(each, key, false)]));
    if (field === "kind" || field === "index" || !isHit()) return value;
    if (typeof value === "string") return forgedText(value, field);
    if (typeof value !== "number") return value;
    if (EVENT_FIELDS.has(field)) return pick([0, Math.floor(random() * run.events.length), run.events.length + 5, 2 ** 31]);
    return NUMBER_FIELDS.has(field) ? pick([0, 1, 2, 999_999, 2 ** 31]) : value;
  };
  const forgedText = (text: string, field: string): string => {
    const letter = ID.exec(text)?.[1];
    if (letter !== undefined) return random() < 0.1 ? `${letter}${pick(ABSENT)}` : pick(ids.get(letter) ?? [text]);
    return ["name", "names", "module", "function", "within"].includes(field) ? pick(NAMES) : text;
  };
  const records = (list: readonly unknown[]) => list.map(record => forge(record, "", true));
  return {
    ...run,
    events: run.events.map((event, index) => ({ ...(forge(event, "", true) as object), index })),
    tensors: records(run.tensors),
    nodes: records(run.nodes),
    saved: records(run.saved),
    gradients: records(run.gradients),
    diagnoses: records(run.diagnoses),
  } as unknown as Run;
}

/** The ids of a film, by their letter. */
function idsIn(run: Run): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const [id, letter] of JSON.stringify(run).matchAll(/(?<=")([tnskmc])[1-9]\d*(?=")/g))
    found.set(letter ?? "", (found.get(letter ?? "") ?? new Set()).add(id));
  return new Map([...found].map(([letter, ids]) => [letter, [...ids]]));
}
