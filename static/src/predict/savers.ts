/** "Line 9 edited `d`, and `backward()` fails for it. Which line saved it?": asked before the failed check. */
import type { Film } from "../trace/film";
import { callName } from "../trace/history";
import { type Draft, type Option, sentence } from "./question";

export function saverQuestions(film: Film): readonly Draft[] {
  const { run, index } = film;
  const failed = run.events.find(event => event.kind === "unpack" && !event.ok);
  const saved = failed?.kind === "unpack" ? index.saved.get(failed.saved) : undefined;
  const edit = saved ? index.opAt(index.staleEvent(saved.id) ?? -1) : null;
  if (!failed || !saved || saved.line === null || !edit || edit.line === null || edit.line === saved.line) return [];
  const name = callName(index, saved.tensor, edit.index);
  if (name === null) return [];
  const option = (line: number): Option => ({
    sentence: sentence("predict-line", { line }),
    says: `${line}`,
    rank: line,
    whyNot: sentence("predict-saver-not", { line, name }),
  });
  const others = otherLines(film, saved.line, edit.index);
  const params = { name, line: saved.line, edited: edit.line, node: index.nodes.get(saved.node ?? "")?.name ?? "?" };
  return [
    {
      kind: "saver",
      event: failed.index,
      position: index.stepOfEvent(failed.index),
      ask: sentence("predict-saver", params),
      options: [saved.line, ...others].map(option),
      because: sentence("predict-saver-because", params),
      line: saved.line,
      times: 0,
      name,
    },
  ];
}

/** Lines with ops that did not save the tensor in the version that the check wants, nearest to the saving line first. */
function otherLines({ run, index }: Film, line: number, edit: number): readonly number[] {
  const failed = run.events.find(event => event.kind === "unpack" && !event.ok);
  const saved = failed?.kind === "unpack" ? index.saved.get(failed.saved) : undefined;
  const storage = index.tensors.get(saved?.tensor ?? "")?.storage;
  const savers = new Set(run.saved.filter(({ tensor }) => index.tensors.get(tensor)?.storage === storage).flatMap(item => item.line ?? []));
  const lines = run.events.flatMap(event => (event.kind === "op" && event.index <= edit && event.line !== null ? [event.line] : []));
  const ended = run.events.findLast(event => event.kind === "raise")?.line;
  const others = [...new Set([...lines, ...(ended ? [ended] : [])])].filter(other => other !== line && !savers.has(other));
  return others.sort((a, b) => Math.abs(a - line) - Math.abs(b - line));
}
