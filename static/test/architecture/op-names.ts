/** The names of the ops that the golden traces hold: what no file of the page may decide by. */
import { goldenNames, goldenRun } from "../support/golden";

export function opNames(): ReadonlySet<string> {
  const events = goldenNames().flatMap(name => goldenRun(name).events);
  return new Set(events.flatMap(event => (event.kind === "op" ? [event.name] : [])));
}
