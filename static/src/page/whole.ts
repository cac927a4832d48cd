/**
 * What is still to be found out of a film that is shown already: what a version check that failed has prevented. It takes further runs, for
 * which nobody is kept waiting. Opening a link asks nothing.
 */

import type { Run } from "../trace/contract";
import { patiently } from "./fixes";
import type { Runner } from "./runner";
import type { PageStore, WholeDiagnoses } from "./state";

/** Asks for it where something is pending, and returns the run with it; where it cannot be found out now, with nothing pending. */
export async function findOut(run: Run, store: PageStore, signal: AbortSignal, where: Runner): Promise<Run> {
  if (!run.diagnoses.some(each => each.unchecked_pending)) return run;
  keep(store, run, null);
  const found = await patiently(() => where.diagnose(run.code, signal), signal);
  const diagnoses = found ?? run.diagnoses.map(each => ({ ...each, unchecked_pending: false }));
  keep(store, run, diagnoses);
  return { ...run, diagnoses };
}

function keep(store: PageStore, run: Run, diagnoses: WholeDiagnoses): void {
  store.set({ whole: { ...store.get().whole, [run.id]: diagnoses } });
}
