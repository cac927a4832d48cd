/** Which fixes of a film work: asked of the runner after a run. Opening a link asks nothing: its page says what is known. */

import type { Run } from "../trace/contract";
import { ApiProblem } from "./api";
import type { Runner } from "./runner";
import type { FixResults, PageStore } from "./state";

const RETRIES = 3;
const RETRY_S = 5;

export async function tryFixes(run: Run, store: PageStore, signal: AbortSignal, where: Runner): Promise<void> {
  if (!announceFixes(run, store)) return;
  keepResults(store, run, (await patiently(() => where.tryFixes(run.code, signal), signal)) ?? {});
}

/** Says of the fixes of a film, where there are any to be tried, that they are being tried. */
export function announceFixes(run: Run, store: PageStore): boolean {
  const any = run.diagnoses.some(({ fixes }) => fixes.some(({ code }) => code !== null));
  if (any) keepResults(store, run, null);
  return any;
}

/** What the page of a link says about the fixes of its film. */
export function describedFixes(): FixResults {
  const said = document.querySelector<HTMLMetaElement>('meta[name="gradreel:fixes"]')?.content;
  return said ? (JSON.parse(said) as FixResults) : {};
}

export function keepResults(store: PageStore, run: Run, results: FixResults): void {
  store.set({ fixResults: { ...store.get().fixResults, [run.id]: results } });
}

/** Asks again a few times where the server is busy. Null where nothing is to be had now. */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal, retries = RETRIES): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    const { kind, retryAfter } = error instanceof ApiProblem ? error : new ApiProblem("offline", "");
    if (signal.aborted || retries === 0 || (kind !== "busy" && kind !== "too_many")) return null;
    await new Promise(resolve => setTimeout(resolve, (retryAfter ?? RETRY_S) * 1000));
    return signal.aborted ? null : patiently(ask, signal, retries - 1);
  }
}
