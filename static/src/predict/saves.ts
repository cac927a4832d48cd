/** "What does line 5 save for `backward()`?": of an operation whose operand or result is edited later, asked before it is recorded. */
import type { EventOf } from "../trace/contract";
import type { Film } from "../trace/film";
import { isSavingKnown } from "../trace/history";
import { ownName, timesOf } from "./facts";
import { type Draft, type Option, rankOf, sentence } from "./question";

type Op = EventOf<"op">;

const MAX_OPERANDS = 2;
const NOTHING = "nothing";

/** At most one, and none of a film that edits nothing: there it does not matter what is saved. */
export function savesQuestions(film: Film): readonly Draft[] {
  const { run, index } = film;
  const edits = index.edits.map(({ event, host }) => ({ event, storage: index.tensors.get(host)?.storage ?? null }));
  for (const event of run.events) {
    if (event.kind !== "op" || event.line === null || event.writes.length > 0) continue;
    const parts = partsOf(film, event);
    if (parts === null || !edits.some(edit => edit.event > event.index && parts.storages.has(edit.storage))) continue;
    const draft = draftOf(film, event, event.line, parts);
    if (draft !== null) return [draft];
  }
  return [];
}

interface Parts {
  readonly operands: readonly string[];
  readonly result: string;
  readonly storages: ReadonlyMap<string | null, string>;
}

/** The names of what goes into an operation and of what it makes; null where one has none, or two share memory. */
function partsOf({ index, run }: Film, { index: at, line, inputs, outputs }: Op): Parts | null {
  const [output] = outputs;
  const after = run.events.find(event => event.kind === "line" && event.index > at)?.index ?? run.events.length;
  const alone = run.events.every(event => event.kind !== "op" || event.line !== line || event.index === at);
  const operands = [...new Set(inputs)];
  if (!alone || output === undefined || outputs.length > 1 || operands.length === 0 || operands.length > MAX_OPERANDS) return null;
  const names = [...operands.map(id => ownName(index, id, at)), ownName(index, output, after - 1)];
  const storages = new Map([...operands, output].map((id, place) => [index.tensors.get(id)?.storage ?? null, names[place] ?? null]));
  const known = names.flatMap(name => name ?? []);
  if (new Set(known).size < names.length || storages.size < names.length || storages.has(null)) return null;
  return { operands: known.slice(0, -1), result: known.at(-1) ?? "", storages: storages as Map<string, string> };
}

function draftOf(film: Film, event: Op, line: number, { operands, result, storages }: Parts): Draft | null {
  const { index } = film;
  const kept = event.saves.map(id => storages.get(index.tensors.get(index.saved.get(id)?.tensor ?? "")?.storage ?? null));
  if (kept.includes(undefined) || timesOf(film, line, event.index) !== 1) return null;
  const all = [...operands, result];
  const right = all.filter(name => kept.includes(name));
  const [made, ...others] = event.nodes.flatMap(id => index.nodes.get(id) ?? []).filter(({ variable }) => variable === null);
  if (made === undefined || others.length > 0 || !isSavingKnown(index, made)) return null;
  const node = made.name;
  return {
    kind: "saves",
    event: event.index,
    position: index.stepOfEvent(event.index),
    ask: sentence("predict-saves", { line }),
    options: [right, operands, [result], [], all].map(names => option(names, right)),
    because:
      right.length === 0
        ? sentence("predict-saves-because-nothing", { node })
        : sentence("predict-saves-because", { node, names: right.join(", ") }),
    line,
    times: 1,
    name: all.join(", "),
  };
}

/** Of the names that backward() keeps, `right`, an option may miss some, and name others. */
function option(names: readonly string[], right: readonly string[]): Option {
  const [extra, missing] = [names.filter(name => !right.includes(name)), right.filter(name => !names.includes(name))];
  const text = names.length === 0 ? NOTHING : names.join(", ");
  return {
    sentence: names.length === 0 ? sentence("predict-saves-nothing") : sentence("predict-code", { code: text }),
    says: text,
    rank: rankOf(text),
    whyNot: sentence("predict-saves-not", {
      case: missing.length === 0 ? "extra" : extra.length === 0 ? "missing" : "both",
      extra: extra.join(", "),
      missing: missing.join(", "),
    }),
  };
}
