/** Which fixes of a film work: asked of the runner after a run. Opening a link asks nothing: its page says what is known. */

import type { Run } from "../trace/contract";
import { ApiProblem } from "./api";
import type { Runner } from "./runner";
import type { FixResults, PageStore } from "./state";

const RETRIES = 3;
const RETRY_S = 5;

export async function tryFixes(run: Run, store: PageStore, signal: AbortSignal, where: Runner): Promise<void> {
  if (!run.diagnoses.some(({ fixes }) => fixes.some(({ code }) => code !== null))) return;
  keepResults(store, run, null);
  keepResults(store, run, (await results(run.code, signal, where, RETRIES)) ?? {});
}

/** What the page of a link says about the fixes of its film. */
export function describedFixes(): FixResults {
  const said = document.querySelector<HTMLMetaElement>('meta[name="gradreel:fixes"]')?.content;
  return said ? (JSON.parse(said) as FixResults) : {};
}

export function keepResults(store: PageStore, run: Run, results: FixResults): void {
  store.set({ fixResults: { ...store.get().fixResults, [run.id]: results } });
}

/** Null where nothing can be tried now: the fixes are then shown as text. */
async function results(code: string, signal: AbortSignal, where: Runner, retries: number): Promise<FixResults> {
  try {
    return await where.tryFixes(code, signal);
  } catch (error) {
    const { kind, retryAfter } = error instanceof ApiProblem ? error : new ApiProblem("offline", "");
    if (signal.aborted || retries === 0 || (kind !== "busy" && kind !== "too_many")) return null;
    await new Promise(resolve => setTimeout(resolve, (retryAfter ?? RETRY_S) * 1000));
    return signal.aborted ? null : results(code, signal, where, retries - 1);
  }
}
