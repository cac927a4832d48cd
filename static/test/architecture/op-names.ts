/** The names of ops that no file of the page may decide by: those of the table of op semantics, and those that the golden traces hold. */
import { goldenNames, goldenRun } from "../support/golden";
import { OP_NAMES } from "./op-names.gen";

export function opNames(): ReadonlySet<string> {
  const events = goldenNames().flatMap(name => goldenRun(name).events);
  return new Set([...OP_NAMES, ...events.flatMap(event => (event.kind === "op" ? [event.name] : []))]);
}
