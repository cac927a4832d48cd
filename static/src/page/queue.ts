/** Asks how many runs wait before ours in the server's queue, while its answer is not there. */
import { getPlace } from "./api";

/** Most runs are answered sooner. */
const FIRST_POLL_MS = 700;
const POLL_MS = 1000;

/** A random id that names the run while it waits. */
export function newTicket(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
}

/** Report how many runs are ahead, every second until `signal` aborts; null when the run no longer waits, or the request failed. */
export async function followQueue(
  ticket: string,
  signal: AbortSignal,
  report: (ahead: number | null) => void,
  ask: (ticket: string) => Promise<number | null> = getPlace,
): Promise<void> {
  await pause(FIRST_POLL_MS);
  while (!signal.aborted) {
    const ahead = await ask(ticket).catch(() => null);
    if (!signal.aborted) report(ahead);
    await pause(POLL_MS);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}
