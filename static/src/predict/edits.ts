/** "Line 9 edits `d`. What happens?": whether the edit is refused, makes backward fail, or makes a gradient wrong. */
import type { Diagnosis } from "../trace/contract";
import type { Film } from "../trace/film";
import { callName, isSavingKnown } from "../trace/history";
import { refusalOf, timesOf } from "./facts";
import { type Draft, type Option, sentence } from "./question";

/** How an edit ends; `later` where backward() raises because of it, `wrong` where a gradient is wrong because of it. */
type Ending = "here" | "later" | "wrong" | "fine";

const ENDINGS: readonly Ending[] = ["here", "later", "wrong", "fine"];
const MAX_QUESTIONS = 2;

interface Found {
  readonly event: number;
  readonly tensor: string;
  readonly line: number;
  readonly ending: Ending;
}

export function editQuestions(film: Film): readonly Draft[] {
  const found = [...refusals(film), ...edits(film)].sort((a, b) => a.event - b.event);
  const lines = [...new Set(found.map(({ line }) => line))];
  const worst = lines.flatMap(line => {
    const there = found.filter(item => item.line === line);
    return there.find(({ ending }) => ending !== "fine") ?? there[0] ?? [];
  });
  const harmful = worst.filter(({ ending }) => ending !== "fine");
  return (harmful.length > 0 ? harmful : worst).slice(0, MAX_QUESTIONS).map(item => draftOf(film, item));
}

function draftOf(film: Film, { event, tensor, line, ending }: Found): Draft {
  const name = callName(film.index, tensor, event);
  const params = { name: name ?? "", line };
  const asked = name === null ? sentence("predict-edit-unnamed", { line }) : sentence("predict-edit", params);
  const option = (which: Ending): Option => ({
    sentence: sentence(`predict-edit-is-${which}`, { line }),
    says: which,
    rank: ENDINGS.indexOf(which),
    whyNot: sentence(`predict-edit-not-${which}`, { right: ending }),
  });
  return {
    kind: "edit",
    event,
    position: film.index.stepOfEvent(event),
    ask: asked,
    options: [option(ending), ...ENDINGS.filter(other => other !== ending).map(option)],
    because: sentence(`predict-edit-because-${name === null ? "unnamed-" : ""}${ending}`, params),
    line,
    times: timesOf(film, line, event),
    name,
  };
}

function refusals(film: Film): readonly Found[] {
  return film.run.diagnoses.flatMap(diagnosis => {
    const raise = refusalOf(film, diagnosis);
    if (raise === null || raise.line === null || diagnosis.tensor === null) return [];
    return [{ event: raise.index, tensor: diagnosis.tensor, line: raise.line, ending: "here" as const }];
  });
}

/** Edits whose end the film tells: followed by a backward pass, and by no failure for another reason. */
function edits(film: Film): readonly Found[] {
  return film.index.edits.flatMap(({ event, line, host }) => {
    if (line === null || !isCounted(film, event)) return []; // no line: found by a check, as late as that
    const ending = endingOf(film, event);
    return ending === null ? [] : [{ event, tensor: host, line, ending }];
  });
}

function isCounted({ run, index }: Film, event: number): boolean {
  return index.opAt(event) !== null && run.events.some(item => item.kind === "backward_start" && item.index > event);
}

/** Gradients are not what the program means them to be, if not for this edit. */
const SPOILED: ReadonlySet<Diagnosis["kind"]> = new Set(["silent_overwrite", "cut_gradient", "custom_gradients"]);

function endingOf({ run, index }: Film, event: number): Ending | null {
  const stale = new Set(index.opAt(event)?.stale ?? []);
  if (run.events.some(item => item.kind === "unpack" && !item.ok && stale.has(item.saved))) return "later";
  const silent = run.diagnoses.some(({ kind, edit_event, event: at }) => kind === "silent_overwrite" && (edit_event ?? at) === event);
  if (silent) return "wrong";
  const isKnown = run.nodes.every(node => node.event > event || isSavingKnown(index, node));
  return isKnown && run.outcome.status === "completed" && !run.diagnoses.some(({ kind }) => SPOILED.has(kind)) ? "fine" : null;
}
